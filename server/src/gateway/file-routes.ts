import { createReadStream } from 'node:fs'
import multipart, { type Multipart } from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { TransportRefusal } from '../errors/transport-refusal.ts'
import { type DiskStorage, FILES_PATH, type IncomingFile, StorageRefusal } from '../storage/disk.ts'
import { FileMissing } from '../storage/storage.ts'
import { cutOffAfter, discardBody } from './discard-body.ts'
import type { Rates } from './rates.ts'

const FORM_LIMIT_BYTES = 64 * 1024 * 1024
/** The field whose content is kept; it comes last, after everything its signature speaks of. */
const FILE_FIELD = 'file'
const FIELD_BYTES_MAX = 8_192
const FIELDS_MAX = 20
const BOUNDARY = /;\s*boundary=/i

/** Thrown for a form that is broken, or has more fields or longer ones than it may. */
class BadForm extends Error {}

/**
 * A stored file is shown as what it was stored as, and can do nothing where it is shown. The marketplace's pages show
 * photographs by the signed addresses that they were given.
 */
const FILE_HEADERS = {
  'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
  'cache-control': 'private, max-age=3600, immutable',
  'cross-origin-resource-policy': 'cross-origin',
}

/**
 * The routes of the folder driver: upload by a signed form, and signed addresses. Before the server listens, files that
 * killed processes left half written are removed.
 */
export async function registerFiles(server: FastifyInstance, storage: DiskStorage, rates: Rates): Promise<void> {
  server.addHook('onReady', async () => {
    await storage.removeAbandoned()
  })
  await server.register(async (files) => {
    files.removeAllContentTypeParsers()
    await files.register(multipart, {
      limits: {
        fields: FIELDS_MAX,
        fieldSize: FIELD_BYTES_MAX,
        files: 1,
        parts: FIELDS_MAX + 1,
        // the file's own limit stands in its signed policy
        fileSize: FORM_LIMIT_BYTES,
      },
      // browsers may leave the file's name out
      isPartAFile: (fieldName) => fieldName === FILE_FIELD,
    })
    files.post(FILES_PATH, {
      onRequest: async (request) => rates.takeForAddress(request.ip, 'upload'),
      handler: async (request, reply) => {
        try {
          await takeUpload(request, storage)
        } catch (error) {
          discardBody(request.raw)
          throw refusalOf(error)
        }
        return reply.code(204).send()
      },
    })
    files.get<{ Params: { '*': string }; Querystring: Record<string, string> }>(
      `${FILES_PATH}/*`,
      async (request, reply) => {
        try {
          return await showFile(request.params['*'], request.query, storage, reply)
        } catch (error) {
          throw refusalOf(error)
        }
      },
    )
  })
}

/** Stores the file of a form under the key that its fields are signed for, piece by piece as it arrives. */
async function takeUpload(request: FastifyRequest, storage: DiskStorage): Promise<void> {
  const { headers, raw } = request
  if (!BOUNDARY.test(headers['content-type'] ?? '')) throw new TransportRefusal('wrongMediaType')
  if (Number(headers['content-length'] ?? 0) > FORM_LIMIT_BYTES) throw new TransportRefusal('tooLarge')
  cutOffAfter(raw, FORM_LIMIT_BYTES)
  let file: IncomingFile | null = null
  try {
    const fields = new Map<string, string>()
    for await (const part of formErrors(request.parts())) {
      if (file !== null) throw new BadForm('something follows the file')
      if (part.type === 'field') {
        fields.set(part.fieldname, fieldText(part))
        continue
      }
      file = await storage.receive(storage.openPolicy(fields))
      for await (const piece of formErrors<Buffer>(part.file)) await file.write(piece)
    }
    if (file === null) throw new BadForm('the form has no file')
    await file.finish()
  } catch (error) {
    await file?.abandon().catch(() => undefined)
    throw error
  }
}

function fieldText({ value, valueTruncated }: Extract<Multipart, { type: 'field' }>): string {
  if (valueTruncated || typeof value !== 'string') throw new BadForm('a field is too long, or no text')
  return value
}

/** Gives what a source gives; what goes wrong in the source itself, and not in whoever takes from it, is the form's fault. */
async function* formErrors<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* source
  } catch (error) {
    throw new BadForm('the form cannot be read', { cause: error })
  }
}

async function showFile(
  key: string,
  query: Record<string, string>,
  storage: DiskStorage,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { file, bytes, contentType } = await storage.locate(key, query.expires ?? '', query.signature ?? '')
  reply.headers({ ...FILE_HEADERS, 'content-type': contentType, 'content-length': bytes })
  return reply.send(createReadStream(file))
}

/** What is answered for a file that is not taken or not shown; other errors are passed on as they are. */
function refusalOf(error: unknown): unknown {
  if (error instanceof BadForm) return new TransportRefusal('malformed', { detail: '上传表单不完整，请重新选择文件' })
  if (error instanceof FileMissing) return new TransportRefusal('unknownPath')
  if (!(error instanceof StorageRefusal)) return error
  if (error.reason === 'tooLarge') return new TransportRefusal('tooLarge')
  const detail = error.reason === 'expired' ? '链接或上传凭证已过期，请刷新后重试' : '链接或上传凭证无效，请刷新后重试'
  return new TransportRefusal('malformed', { detail })
}
