/**
 * The sources of this checkout as if they were the next release: another version, one more `expand` migration, and a
 * build of the site whose files all have other names. Nothing of the product knows of it.
 */
import { cp, mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const folders = ['contract', 'db', 'media', 'player', 'server', 'web', 'console', 'deploy', 'emulators']
const files = ['package.json', 'package-lock.json', 'tsconfig.base.json', 'tsconfig.json']

/** Tables that requests use all the time, so that the migration meets them. */
const migration = `-- phase: expand
alter table account add column drill_note text;
alter table session add column drill_count integer not null default 0;
create table drill_thing (account_id integer references account on delete cascade, note text);
`

/** Writes the release to `dir` and returns its version. The site and the console must be built. */
export async function makeNextRelease(root: string, dir: string): Promise<string> {
  await mkdir(join(dir, 'dist'), { recursive: true })
  for (const name of [...folders, ...files]) await cp(join(root, name), join(dir, name), { recursive: true })
  await symlink(join(root, 'node_modules'), join(dir, 'node_modules'))
  for (const client of ['web', 'console']) {
    await cp(join(root, 'dist', client), join(dir, 'dist', client), { recursive: true })
    await renameAssets(join(dir, 'dist', client))
  }
  const migrations = await readdir(join(dir, 'db', 'migrations'))
  const number = String(migrations.filter((name) => name.endsWith('.sql')).length + 1).padStart(4, '0')
  await writeFile(join(dir, 'db', 'migrations', `${number}-drill.sql`), migration)
  const manifest = JSON.parse(await readFile(join(dir, 'package.json'), 'utf8')) as { version: string }
  const [major = 0, minor = 0] = manifest.version.split('.').map(Number)
  manifest.version = `${major}.${minor + 1}.0`
  await writeFile(join(dir, 'package.json'), JSON.stringify(manifest, undefined, 2))
  return manifest.version
}

const hashed = /-([\w-]{8})(\.(?:js|css|woff2|png|svg|webp))/g
const written = new Set(['.js', '.css', '.html', '.json', '.webmanifest'])

/** Another hash in every name and wherever it is written; compressed again, quickly. */
async function renameAssets(dir: string): Promise<void> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const hashes = new Set(paths.flatMap((path) => [...path.matchAll(hashed)].map((match) => match[1] ?? '')))
  const renamed = (text: string) =>
    text.replaceAll(hashed, (whole, hash: string, suffix: string) =>
      hashes.has(hash) ? `-${turned(hash)}${suffix}` : whole,
    )
  for (const path of paths) {
    const target = renamed(path)
    if (written.has(extname(path))) await writeFile(path, renamed(await readFile(path, 'utf8')))
    if (target !== path) await rename(path, target)
  }
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
  for (const path of paths.filter((one) => one.endsWith('.br'))) {
    const plain = renamed(path).slice(0, -3)
    await writeFile(`${plain}.br`, await promisify(brotliCompress)(await readFile(plain), options))
  }
}

/** Each letter becomes the next one: a name that no other build has. */
function turned(hash: string): string {
  return hash.replaceAll(/[a-yA-Y0-8]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 1))
}
