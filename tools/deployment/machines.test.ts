/** The units of systemd, the image and the containers on one machine: that what they name exists in the product. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseDocument } from 'yaml'
import { readSettings } from '#server/platform/settings/settings.ts'
import { assignmentsIn, isPart, isSetting } from './settings-of.ts'

const units = globSync('deploy/systemd/*.service').toSorted((a, b) =>
  basename(a, '.service').localeCompare(basename(b, '.service')),
)

/** The values of each directive of a unit, in order. */
function directivesOf(path: string): ReadonlyMap<string, readonly string[]> {
  const result = new Map<string, string[]>()
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#') || /^\[(?:Unit|Service|Install)\]$/.test(line)) continue
    const [, name = '', value = ''] = /^([A-Za-z]+)=(.*)$/.exec(line) ?? []
    expect(name, `${path}: ${line}`).not.toBe('')
    result.set(name, [...(result.get(name) ?? []), value])
  }
  return result
}

describe('the units of systemd', () => {
  it('[NODE-01] are one for everything and one for each part, on ports of their own', () => {
    expect(units.map((path) => basename(path, '.service'))).toEqual([
      'ekran',
      'ekran-api',
      'ekran-jobs',
      'ekran-media',
    ])
    const ports = units.map((path) => /EKRAN_PORT=(\d+)/.exec(readFileSync(path, 'utf8'))?.[1] ?? '8080')
    expect(new Set(ports).size).toBe(units.length)
  })

  it.each(units)('[NODE-01] %s starts programs that exist, hardened, and says when it is ready', (path) => {
    const directives = directivesOf(path)
    const first = (name: string) => directives.get(name)?.[0] ?? ''
    const [program = '', script = '', flag, part = 'api'] = first('ExecStart').split(' ')
    expect(program).toBe('/opt/ekran/node_modules/.bin/node')
    expect(existsSync(script)).toBe(true)
    expect([undefined, '--only']).toContain(flag)
    expect(isPart(part)).toBe(true)
    expect(existsSync(first('ExecStartPost').split(' ')[1] ?? '')).toBe(true)
    for (const conflict of first('Conflicts').split(' '))
      expect(units.map((one) => basename(one))).toContain(conflict)
    for (const line of directives.get('Environment') ?? [])
      for (const one of line.split(' ')) expect(isSetting(one.split('=')[0] ?? ''), one).toBe(true)
    const hardened = {
      ProtectSystem: 'strict',
      NoNewPrivileges: 'yes',
      CapabilityBoundingSet: '',
      User: 'ekran',
    }
    for (const [name, value] of Object.entries(hardened)) expect([name, first(name)]).toEqual([name, value])
    expect(first('MemoryHigh')).not.toBe('')
    expect(directives.has('MemoryDenyWriteExecute')).toBe(false)
    for (const [name, values] of directives)
      if (!['Environment', 'ReadWritePaths'].includes(name)) expect(values, name).toHaveLength(1)
  })
})

it.each(['deploy/systemd/ekran.env.example', 'deploy/compose/ekran.env.example'])(
  '[NODE-01] the product accepts the settings of %s',
  (path) => {
    const assigned = assignmentsIn(readFileSync(path, 'utf8'))
    expect(Object.keys(assigned).length).toBeGreaterThan(3)
    expect(readSettings(assigned)).toMatchObject({ kind: 'read' })
    const examples = assignmentsIn(readFileSync(path, 'utf8').replaceAll(/^#(?=[A-Z])/gm, ''))
    for (const name of Object.keys(examples)) expect(isSetting(name), name).toBe(true)
  },
)

describe('the image', () => {
  const text = readFileSync('deploy/container/Containerfile', 'utf8')
  const instructions = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')

  it('[NODE-01] runs as a user of its own, checks its health, and sets what the product reads', () => {
    expect(instructions.filter((line) => line.startsWith('USER '))).toEqual(['USER 10001:10001'])
    const [health = ''] = instructions.filter((line) => line.startsWith('HEALTHCHECK '))
    const [program, script] = JSON.parse(/CMD (\[.*\])$/.exec(health)?.[1] ?? '[]') as string[]
    expect([program, existsSync(script ?? '')]).toEqual(['node', true])
    const assigned = instructions
      .filter((line) => line.startsWith('ENV '))
      .flatMap((line) => line.slice(4).split(' '))
    for (const one of assigned) expect(isSetting(one.split('=')[0] ?? ''), one).toBe(true)
    const [entry = ''] = instructions.filter((line) => line.startsWith('ENTRYPOINT '))
    expect(existsSync((JSON.parse(entry.slice(11)) as string[]).at(-1) ?? '')).toBe(true)
  })

  it('[NODE-01] contains no data, tests and installed packages of the machine it is built on', () => {
    const ignored = readFileSync('.containerignore', 'utf8').split('\n')
    for (const name of ['data', 'node_modules', 'dist', '.git', 'tests']) expect(ignored).toContain(name)
    for (const name of ['server', 'contract', 'media', 'db', 'web', 'console', 'player', 'tools', 'deploy'])
      expect(ignored).not.toContain(name)
  })
})

interface Service {
  readonly image: string
  readonly command?: readonly string[]
  readonly env_file?: readonly string[]
  readonly volumes: readonly string[]
  readonly networks: readonly string[]
  readonly secrets?: readonly string[]
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly healthcheck?: object
  readonly ports?: readonly string[]
  readonly read_only?: boolean
}

describe('containers on one machine', () => {
  const document = parseDocument(readFileSync('deploy/compose/compose.yaml', 'utf8'), {
    strict: true,
    merge: true,
  })
  const compose = document.toJS() as {
    services: Record<string, Service>
    volumes: object
    networks: object
    secrets: object
  }
  const services = Object.entries(compose.services)

  it('[NODE-01] are a database, one of each part, and an edge', () => {
    expect(document.errors).toEqual([])
    expect(Object.keys(compose.services)).toEqual(['postgres', 'api', 'media', 'jobs', 'edge'])
    const parts = services.flatMap(([, { command }]) => (command?.[0] === '--only' ? [command[1] ?? ''] : []))
    expect(parts).toEqual(['api', 'media', 'jobs'])
    expect(parts.every(isPart)).toBe(true)
    expect(services.filter(([, { ports }]) => ports !== undefined).map(([name]) => name)).toEqual(['edge'])
  })

  it.each(services)(
    '[NODE-01] %s uses what is defined, and waits for what says that it is ready',
    (_, service) => {
      for (const volume of service.volumes) {
        const [from = ''] = volume.split(':')
        if (!from.startsWith('.')) expect(Object.keys(compose.volumes)).toContain(from)
      }
      for (const network of service.networks) expect(Object.keys(compose.networks)).toContain(network)
      for (const secret of service.secrets ?? []) expect(Object.keys(compose.secrets)).toContain(secret)
      for (const [name, { condition }] of Object.entries(service.depends_on ?? {})) {
        expect(condition).toBe('service_healthy')
        expect(compose.services[name]?.healthcheck, name).toBeDefined()
      }
      for (const file of service.env_file ?? [])
        expect(existsSync(`deploy/compose/${file}.example`)).toBe(true)
      if (service.command?.[0] === '--only') expect(service.read_only).toBe(true)
    },
  )
})
