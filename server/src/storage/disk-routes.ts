import { createReadStream } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { TransportRefusal } from '../errors/transport-refusal.ts'
import type { Rates } from '../gateway/rates.ts'
import { type DiskStorage, FILES_PATH, type IncomingFile, StorageRefusal } from './disk.ts'
import { BadForm, boundaryOf, readUploadForm } from './multipart.ts'
import { FileMissing } from './storage.ts'

const FORM_LIMIT_BYTES = 64 * 1024 * 1024

/** A stored file is shown as what it was stored as, and can do nothing where it is shown. */
const FILE_HEADERS = {
  'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
  'cache-control': 'private, max-age=3600, immutable',
}

/** The routes of the folder driver: upload by a signed form, and signed addresses. */
export async function registerFiles(server: FastifyInstance, storage: DiskStorage, rates: Rates): Promise<void> {
  await server.register(async (files) => {
    files.removeAllContentTypeParsers()
    // the handler reads the body itself, piece by piece
    files.addContentTypeParser('multipart/form-data', (_request, body, done) => done(null, body))
    files.post(FILES_PATH, {
      bodyLimit: FORM_LIMIT_BYTES,
      onRequest: async (request) => rates.takeForAddress(request.ip, 'upload'),
      handler: async (request, reply) => {
        await takeUpload(request, storage).catch(refuse)
        return reply.code(204).send()
      },
    })
    files.get<{ Params: { '*': string }; Querystring: Record<string, string> }>(`${FILES_PATH}/*`, (request, reply) =>
      showFile(request.params['*'], request.query, storage, reply).catch(refuse),
    )
  })
}

async function takeUpload(request: FastifyRequest, storage: DiskStorage): Promise<void> {
  const boundary = boundaryOf(request.headers['content-type'] ?? '')
  if (boundary === null) throw new TransportRefusal('wrongMediaType')
  let file: IncomingFile | null = null
  try {
    await readUploadForm(request.body as AsyncIterable<Buffer>, boundary, async (fields) => {
      file = await storage.receive(storage.openPolicy(fields))
      return file
    })
    await (file as IncomingFile | null)?.finish()
  } catch (error) {
    await (file as IncomingFile | null)?.abandon()
    throw error
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

function refuse(error: unknown): never {
  if (error instanceof BadForm) throw new TransportRefusal('malformed', { detail: '上传表单不完整，请重新选择文件' })
  if (error instanceof FileMissing) throw new TransportRefusal('unknownPath')
  if (!(error instanceof StorageRefusal)) throw error
  if (error.reason === 'tooLarge') throw new TransportRefusal('tooLarge')
  const detail = error.reason === 'expired' ? '链接或上传凭证已过期，请刷新后重试' : '链接或上传凭证无效，请刷新后重试'
  throw new TransportRefusal('malformed', { detail })
}
