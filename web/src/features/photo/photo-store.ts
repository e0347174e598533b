import type { PhotoStore, StoredPhoto } from './photo-queue.ts'

const DATABASE = 'huanji-photos'
const STORE = 'waiting'

function ask<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'key' })
  return ask(request)
}

async function store(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  return (await open()).transaction(STORE, mode).objectStore(STORE)
}

/**
 * Keeps pictures in the browser's database, so that a reload or a crash loses none.
 * @param ownerOf the employee at work: a colleague at the same browser does not send another one's pictures
 */
export function createPhotoStore(ownerOf: () => string): PhotoStore {
  return {
    put: async (photo) => {
      await ask((await store('readwrite')).put({ ...photo, owner: ownerOf() }))
    },
    remove: async (key) => {
      await ask((await store('readwrite')).delete(key))
    },
    all: async () => {
      const found: (StoredPhoto & { owner: string })[] = await ask((await store('readonly')).getAll())
      return found.filter((photo) => photo.owner === ownerOf()).map(({ owner: _owner, ...photo }) => photo)
    },
  }
}
