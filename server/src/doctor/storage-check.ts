import { existsSync } from 'node:fs'
import { stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { type Clock, later } from '../platform/clock.ts'
import { newId } from '../platform/ids.ts'
import type { Settings } from '../settings.ts'
import { openStorage } from '../storage/open.ts'
import type { Storage } from '../storage/storage.ts'
import { canWrite } from '../storage/write-probe.ts'
import { better, type Finding, reasonOf, well, wrong } from './finding.ts'

const FREE_BYTES_MIN = 2_000_000_000
const FORM_LIFE_MS = 5 * 60_000
const FORM_LIMIT_MS = 30_000
const OTHERS_RIGHTS = 0o077

type Places = Pick<Settings, 's3' | 'dataFolder' | 'secret'>

/** Whether files can be stored, read and removed, and what there is to say of the data folder. */
export async function checkStorage(settings: Places, clock: Clock): Promise<Finding[]> {
  const folder = await folderFindings(settings.dataFolder)
  return [...folder, await filesFinding(settings, clock)]
}

async function folderFindings(folder: string): Promise<Finding[]> {
  const about = '数据目录'
  if (!existsSync(folder)) {
    const parent = path.dirname(folder)
    if (await canWrite(parent)) return [well(about, `${folder}，首次启动时建立`)]
    return [
      wrong(about, `${folder} 不存在，也不能建立`, '请建立该目录并交给运行焕机的用户，或用 HUANJI_DATA 另指一个。'),
    ]
  }
  if (!(await canWrite(folder))) return [wrong(about, `${folder} 不能写入`, '请检查磁盘与目录权限。')]
  return [await rightsOf(folder), await spaceOf(folder)]
}

async function rightsOf(folder: string): Promise<Finding> {
  const { mode } = await stat(folder)
  if ((mode & OTHERS_RIGHTS) === 0) return well('数据目录', `${folder}，只有本用户可读写`)
  return better('数据目录', `${folder} 也可由其他用户进入`, `请运行 chmod 700 ${folder}`)
}

async function spaceOf(folder: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const says = `剩余 ${(free / 1_000_000_000).toFixed(1)} GB`
  return free >= FREE_BYTES_MIN ? well('磁盘', says) : wrong('磁盘', says, '空间不足 2 GB：请清理或扩容。')
}

async function filesFinding(settings: Places, clock: Clock): Promise<Finding> {
  const about = settings.s3 === null ? '文件（目录）' : `文件（S3，${new URL(settings.s3.endpoint).origin}）`
  // a probe of its own folder: the real one is made by the first start, and a missing one is a lost disk later
  if (settings.s3 === null && !existsSync(path.join(settings.dataFolder, 'files'))) return well(about, '首次启动时建立')
  const key = `readiness/doctor-${newId()}.txt`
  const bytes = Buffer.from(key)
  try {
    const { storage } = openStorage(settings, clock, { isThere: true })
    await storage.write(key, bytes, 'text/plain')
    const isSame = bytes.equals(await storage.read(key))
    await storage.remove(key)
    const isGone = (await storage.stat(key)) === null
    if (isSame && isGone)
      return settings.s3 === null ? well(about, '可写、可读、可删') : await formFinding(about, storage, clock)
    return wrong(about, '写入的内容读回后不同，或删除后仍在', '请检查存储服务。')
  } catch (error) {
    const reason = error instanceof Error ? error.message : reasonOf(error)
    return wrong(about, `不能使用（${reason}）`, '请检查 S3_ENDPOINT、S3_BUCKET 与密钥，或磁盘。')
  }
}

/** Browsers send photographs by forms, which not every store takes that takes the rest. */
async function formFinding(about: string, storage: Storage, clock: Clock): Promise<Finding> {
  const key = `readiness/doctor-${newId()}.txt`
  const expiresAt = later(clock.now(), FORM_LIFE_MS)
  const { url, fields } = storage.signUpload({ key, contentType: 'text/plain', maxBytes: 1_000, expiresAt })
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([key], { type: 'text/plain' }), 'doctor.txt')
  const response = await fetch(url, { method: 'POST', body: form, signal: AbortSignal.timeout(FORM_LIMIT_MS) })
  await response.body?.cancel()
  const isThere = response.ok && (await storage.stat(key)) !== null
  await storage.remove(key)
  if (isThere) return well(about, '可写、可读、可删，收表单')
  return wrong(
    about,
    `不收表单（HTTP ${response.status}），而浏览器用表单发送每张照片`,
    '请换用支持 POST Object 表单的存储服务，或检查桶的策略与跨域设置。',
  )
}
