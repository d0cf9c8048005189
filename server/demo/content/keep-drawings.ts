import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Pictures } from '#server/pictures/pictures.ts'

const demoDir = fileURLToPath(new URL('../../../db/demo', import.meta.url))
const rememberedFile = 'demo-drawings.json'

/**
 * Draws missing pictures and returns the version of every drawing by its name. Drawing all of them takes seconds, so
 * the versions are stored for as long as the programs and data that draw them stay the same.
 */
export async function keepDrawings(
  drawings: ReadonlyMap<string, () => string>,
  pictures: Pick<Pictures, 'keepDrawing'>,
  imagesDir: string,
): Promise<ReadonlyMap<string, string>> {
  const painters = await hashOfFolder(demoDir)
  const path = join(imagesDir, rememberedFile)
  const remembered = readRemembered(await readFile(path, 'utf8').catch(() => ''), painters)
  const versions = new Map<string, string>()
  let isNew = false
  for (const [name, draw] of drawings) {
    const version = remembered.get(name)
    if (version !== undefined) {
      versions.set(name, version)
      continue
    }
    versions.set(name, await pictures.keepDrawing(draw()))
    isNew = true
  }
  if (isNew) {
    await mkdir(imagesDir, { recursive: true })
    await writeFile(path, JSON.stringify({ painters, versions: Object.fromEntries(versions) }))
  }
  return versions
}

function readRemembered(text: string, painters: string): ReadonlyMap<string, string> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || !('painters' in value) || value.painters !== painters)
      return new Map()
    if (!('versions' in value) || typeof value.versions !== 'object' || value.versions === null)
      return new Map()
    return new Map(
      Object.entries(value.versions).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      ),
    )
  } catch {
    // Missing or truncated: everything is drawn again.
    return new Map()
  }
}

async function hashOfFolder(dir: string): Promise<string> {
  const names = (await readdir(dir, { recursive: true }))
    .filter((name) => /\.(ts|json)$/.test(name))
    .toSorted()
  const hash = createHash('sha256')
  for (const name of names) hash.update(`${name}\n`).update(await readFile(join(dir, name)))
  return hash.digest('hex')
}
