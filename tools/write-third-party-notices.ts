/**
 * `npm run notices`: writes `THIRD-PARTY-NOTICES.md`, the licences of every package that runs in the product, equal
 * texts once. Packages only for tests and tools are left out.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

interface Locked {
  readonly version?: string
  readonly dev?: boolean
  readonly devOptional?: boolean
}
interface Package {
  readonly name: string
  readonly version: string
  readonly license: string
  /** Its licence file, without leading and trailing white space; empty when it has none. */
  readonly text: string
}

const root = fileURLToPath(new URL('..', import.meta.url))
const licenceFile = /^(licen[cs]e|copying)([.-].*)?$/i

function installedPackages(): readonly Package[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, Locked>>
  }
  return Object.entries(lock.packages)
    .filter(([path, one]) => path !== '' && one.dev !== true && one.devOptional !== true)
    .filter(([path]) => existsSync(join(root, path, 'package.json')))
    .map(([path]) => readPackage(path))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
}

function readPackage(path: string): Package {
  const parsed = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')) as {
    readonly name?: string
    readonly version?: string
    readonly license?: string | { readonly type?: string }
  }
  const file = readdirSync(join(root, path)).find((name) => licenceFile.test(name))
  return {
    name: parsed.name ?? path,
    version: parsed.version ?? '',
    license: (typeof parsed.license === 'string' ? parsed.license : parsed.license?.type) ?? 'not stated',
    text: file === undefined ? '' : readFileSync(join(root, path, file), 'utf8').trim(),
  }
}

function notices(packages: readonly Package[]): string {
  const byText = new Map<string, Package[]>()
  for (const one of packages)
    if (one.text !== '') byText.set(one.text, [...(byText.get(one.text) ?? []), one])
  const sections = [...byText].map(([text, of]) => {
    const names = of.map(({ name, version }) => `${name} ${version}`).join(', ')
    return `## ${names}\n\n\`\`\`\n${text.replaceAll('```', "'''")}\n\`\`\`\n`
  })
  return [
    '# Third-party notices',
    '',
    'What runs in Ekran beside its own code, made by `npm run notices` from the packages that are installed.',
    '',
    '| package | version | licence |',
    '|---|---|---|',
    ...packages.map(({ name, version, license }) => `| ${name} | ${version} | ${license} |`),
    '',
    ...sections,
  ].join('\n')
}

const packages = installedPackages()
writeFileSync(join(root, 'THIRD-PARTY-NOTICES.md'), notices(packages))
console.log(`THIRD-PARTY-NOTICES.md: ${packages.length} packages`)
