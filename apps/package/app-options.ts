/** The operator's options for the apps: `npm run apps -- --name … --server …`. */
import { parseArgs } from 'node:util'

export interface AppOptions {
  /** Reversed domain, as `uz.example.ekran`; the stores identify the app by it permanently. */
  readonly id: string
  /** The label under the icon. */
  readonly name: string
  /** The name of the company. */
  readonly vendor: string
  /** Three numbers; a store rejects one that is not higher than the last. */
  readonly version: string
  /** The origin of the operator's server; null: viewers type it at the first start. */
  readonly server: string | null
  /** The operator's `google-services.json`: Android gets push messages. */
  readonly googleServices: string | null
  /** iOS gets push messages. */
  readonly applePush: boolean
  readonly outDir: string
  readonly targets: readonly AppTarget[]
}

export const appTargets = ['webos', 'tizen', 'android', 'ios'] as const
export type AppTarget = (typeof appTargets)[number]

export type ReadOptions =
  | { readonly kind: 'ok'; readonly options: AppOptions }
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'refused'; readonly problems: readonly string[] }

const help = `npm run apps -- [options]: makes the packages for televisions, and the projects for phones, into dist/apps.

  --server <https://tv.example.uz>   the server they belong to; without it each viewer types it once
  --name <Ekran>                     the name under the icon
  --vendor <Ekran>                   the company
  --id <uz.example.ekran>            the app's own name in the stores, for ever
  --app-version <1.0.0>              three numbers, higher at each release
  --google-services <file>           Firebase's google-services.json: push messages on Android
  --apple-push                       push messages on iOS; the app's id needs the capability
  --only <${appTargets.join('|')}>             one platform; may be repeated
  --out <dist/apps>                  the folder`

/** Reads the command line. Every problem names its option and the expected value. */
export function readOptions(args: readonly string[], packageVersion: string): ReadOptions {
  let values: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>
  try {
    values = parseArgs({
      args: [...args],
      options: {
        ...{ server: { type: 'string' }, name: { type: 'string' }, vendor: { type: 'string' } },
        ...{ id: { type: 'string' }, 'app-version': { type: 'string' }, out: { type: 'string' } },
        ...{ 'google-services': { type: 'string' }, 'apple-push': { type: 'boolean' } },
        ...{ only: { type: 'string', multiple: true }, help: { type: 'boolean', short: 'h' } },
      },
    }).values
  } catch (error) {
    return { kind: 'refused', problems: [`${(error as Error).message} See --help.`] }
  }
  if (values['help'] === true) return { kind: 'help', text: help }
  const text = (name: string, otherwise: string) => String(values[name] ?? otherwise).trim()
  const server = values['server'] === undefined ? null : originOf(text('server', ''))
  const only = (values['only'] ?? []) as string[]
  const options = {
    id: text('id', 'uz.ekran.app'),
    name: text('name', 'Ekran'),
    vendor: text('vendor', 'Ekran'),
    version: text('app-version', packageVersion),
    outDir: text('out', 'dist/apps'),
    googleServices: values['google-services'] === undefined ? null : text('google-services', ''),
    applePush: values['apple-push'] === true,
    targets: only.length === 0 ? appTargets : appTargets.filter((target) => only.includes(target)),
  }
  const isTizenTooHigh = options.targets.includes('tizen') && !fitsTizenVersion(options.version)
  const problems = [
    ...(server === undefined ? ['--server: write its origin alone, as https://tv.example.uz'] : []),
    ...(/^[a-z][a-z\d]*(?:\.[a-z][a-z\d]*){2,}$/.test(options.id) && options.id.length <= 64
      ? []
      : ['--id: three or more words of a-z and 0-9 with dots between, as uz.example.ekran']),
    ...(/^\d{1,4}\.\d{1,4}\.\d{1,4}$/.test(options.version)
      ? []
      : ['--app-version: three numbers, as 1.0.0']),
    ...(options.targets.includes('android') && !fitsVersionCode(options.version)
      ? ['--app-version: for Android at most 2000.999.999']
      : []),
    ...(isTizenTooHigh
      ? [
          '--app-version: for Tizen at most 255.255.65535; choose a lower one, or the other platforms by --only',
        ]
      : []),
    ...(/\/\/|[$\\\n]/.test(options.name) ? ['--name: without $, \\ and //'] : []),
    ...(options.name.length > 0 && options.name.length <= 30 ? [] : ['--name: 1 to 30 characters']),
    ...(options.vendor.length > 0 && options.vendor.length <= 60 ? [] : ['--vendor: 1 to 60 characters']),
    ...only
      .filter((name) => !(appTargets as readonly string[]).includes(name))
      .map((name) => `--only ${name}: one of ${appTargets.join(', ')}`),
  ]
  return problems.length > 0 || server === undefined
    ? { kind: 'refused', problems }
    : { kind: 'ok', options: { ...options, server } }
}

/** Undefined for anything except the origin of a site. */
function originOf(text: string): string | undefined {
  try {
    const url = new URL(text)
    const isBare =
      /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '' && url.hash === ''
    return isBare && url.username === '' ? url.origin : undefined
  } catch {
    return undefined
  }
}

/** Google Play orders releases by a whole number up to 2,100,000,000, made of the three of the version. */
export function versionCodeOf(version: string): number {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  return major * 1_000_000 + minor * 1000 + patch
}

function fitsVersionCode(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  return major <= 2000 && minor <= 999 && patch <= 999
}

/** A set installs no package with a higher version in `config.xml`. */
function fitsTizenVersion(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  return major <= 255 && minor <= 255 && patch <= 65_535
}

/** True where the app may meet a server without a certificate: it was named so, or a viewer may type one. */
export function mayUsePlainHttp({ server }: Pick<AppOptions, 'server'>): boolean {
  return server === null || server.startsWith('http:')
}

/** The host whose links open the app; null where the server is not known, or has no certificate to prove itself. */
export function linkHostOf({ server }: Pick<AppOptions, 'server'>): string | null {
  return server === null || !server.startsWith('https:') ? null : new URL(server).hostname
}

/** The service of push messages on a platform; undefined without the operator's keys for it. */
export function pushServiceOf(options: AppOptions, target: AppTarget): 'fcm' | 'apns' | undefined {
  if (target === 'android' && options.googleServices !== null) return 'fcm'
  return target === 'ios' && options.applePush ? 'apns' : undefined
}
