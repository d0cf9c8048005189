/**
 * Keys of downloaded films, in a separate database. A key is stored as bytes once and can never be read as bytes
 * again: the browser decrypts with it and does not reveal it, not even to the page (WebCrypto, `extractable` false).
 */
const databaseName = 'ekran-keys'
const storeName = 'keys'
const algorithm = 'AES-CBC'
/** Some browsers never respond after a crash, or while another tab blocks the database. */
const limitMs = 10_000

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(databaseName, 1)
    let isLate = false
    const limit = setTimeout(() => {
      isLate = true
      reject(new Error('the keys are not opened in time'))
    }, limitMs)
    opening.onupgradeneeded = () => opening.result.createObjectStore(storeName)
    opening.onsuccess = () => {
      clearTimeout(limit)
      if (isLate) opening.result.close()
      else resolve(opening.result)
    }
    opening.addEventListener('error', () => {
      clearTimeout(limit)
      reject(opening.error ?? new Error('the keys cannot be opened'))
    })
  })
}

async function inStore<Result>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await opened()
  try {
    return await new Promise<Result>((resolve, reject) => {
      const transaction = database.transaction(storeName, mode)
      const request = ask(transaction.objectStore(storeName))
      const limit = setTimeout(() => {
        reject(new Error('the keys are not read in time'))
        transaction.abort()
      }, limitMs)
      transaction.oncomplete = () => {
        clearTimeout(limit)
        resolve(request.result)
      }
      transaction.addEventListener('abort', () => {
        clearTimeout(limit)
        reject(transaction.error ?? new Error('the keys cannot be read'))
      })
    })
  } finally {
    database.close()
  }
}

/** All keys whose names start with the folder's name. */
function inFolder(folder: string) {
  return IDBKeyRange.bound(folder, `${folder}\uffff`)
}

/** 16 bytes of AES-128. Rejects when the device cannot store anything. */
export async function saveKey(name: string, bytes: ArrayBuffer): Promise<void> {
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['decrypt'])
  await inStore('readwrite', (store) => store.put(key, name))
}

/** The names of the folder's stored keys; null where they cannot be read. */
export async function keyNames(folder: string): Promise<readonly string[] | null> {
  const names = await inStore('readonly', (store) => store.getAllKeys(inFolder(folder))).catch(() => null)
  return names?.map(String) ?? null
}

/** After this nothing of the folder can be played, even from a copy of it. */
export async function deleteKeys(folder: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete(inFolder(folder))).catch(() => undefined)
}

/** Null when there is no such key, or it does not fit the stored data. */
export async function decrypted(
  name: string,
  vector: Uint8Array<ArrayBuffer>,
  data: ArrayBuffer,
): Promise<ArrayBuffer | null> {
  try {
    const key: unknown = await inStore('readonly', (store) => store.get(name) as IDBRequest<unknown>)
    if (!(key instanceof CryptoKey)) return null
    return await crypto.subtle.decrypt({ name: algorithm, iv: vector }, key, data)
  } catch {
    return null
  }
}
