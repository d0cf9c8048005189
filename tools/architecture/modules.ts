/** The plan of the architecture as data: which modules there are and what each may import. */

const mediaPure = [
  'media/playlists',
  'media/ladder',
  'media/containers',
  'media/transport-stream',
  'media/markers',
  'media/log-events',
]
const mediaModules = [
  'media/ffmpeg',
  'media/packager',
  'media/recorder',
  'media/archive',
  'media/linear',
  'media/catchup',
  'media/origin',
  'media/network',
  'media/stills',
  'media/loudness',
  'media/store',
]

/** Layers of the server: imports go down only, never sideways. */
const layers: readonly (readonly string[])[] = [
  ['platform'],
  ['pictures', 'audit', 'changes', 'messages', 'releases', 'channel-leases'],
  ['accounts', 'region', 'catalogue', 'television', 'push', 'telegram'],
  ['notifications', 'profile-limits', 'profiles', 'site', 'staff', 'api-keys'],
  [
    'billing',
    'cities',
    'edges',
    'tv-login',
    'remote-control',
    'commands',
    'viewing',
    'search',
    'cinemas',
    'complaints',
  ],
  [
    'registration',
    'merchants',
    'cards',
    'entitlement',
    'recommendations',
    'reminders',
    'monitoring',
    'operations',
    'streams',
    'blackouts',
  ],
  ['playback', 'alarms', 'segments', 'recordings', 'telegram-bot', 'broadcast-titles'],
  ['followed', 'export', 'downloads', 'reports', 'subscribers', 'support-views', 'webhooks', 'dealers'],
  ['campaigns', 'bulk'],
  ['imports', 'editing'],
  ['accounting', 'fiscal'],
  ['outside-services'],
  ['api', 'console', 'cli', 'external-api'],
]
/** What a server module may use besides the layers below it. */
const besidesLayersBelow: Record<string, readonly string[]> = {
  platform: ['contract', 'media/log-events', 'media/network'],
  operations: ['contract', 'media/store'],
  entitlement: ['contract'],
  playback: ['contract', 'media'],
  television: ['contract', 'media'],
  recordings: ['contract', 'media'],
  monitoring: ['contract', 'media'],
  alarms: ['contract', 'media'],
  'broadcast-titles': ['contract', 'media'],
  imports: ['contract', 'media'],
  'outside-services': ['contract', 'media'],
  editing: ['media'],
  edges: ['media/network'],
  cli: ['contract', 'media'],
  api: ['contract', 'media'],
}

/**
 * Layers of the web client: imports go down only, never sideways. No screen imports a part of another; only the page of
 * television shows that of a channel.
 */
const webLayers: readonly (readonly string[])[] = [
  ['state'],
  ['i18n', 'router', 'remote', 'old-engines', 'platforms', 'reading'],
  ['session'],
  ['ui'],
  ['features'],
  ['payment', 'notifications'],
  ['profiles'],
  ['player'],
  ['downloads', 'remote-control'],
  ['cast-receiver', 'support-view'],
  ['shell'],
  ['screens/channel'],
  [
    'screens/cabinet',
    'screens/collection',
    'screens/devices',
    'screens/home',
    'screens/information',
    'screens/list',
    'screens/login',
    'screens/mosaic',
    'screens/movie',
    'screens/my',
    'screens/news',
    'screens/notifications',
    'screens/password',
    'screens/payment-history',
    'screens/person',
    'screens/policy',
    'screens/profiles',
    'screens/recorded',
    'screens/search',
    'screens/renewal',
    'screens/status',
    'screens/tariff',
    'screens/tv',
  ],
]

/**
 * Layers of the operators' console: imports go down only, never sideways. Of the site it uses only how texts and dates
 * are written in Russian and Uzbek, the font, and how a page of text is shown.
 */
const consoleLayers: readonly (readonly string[])[] = [
  ['i18n'],
  ['session'],
  ['ui'],
  ['identity', 'audit-entries', 'changes', 'commands', 'pictures', 'player', 'reasons', 'tables'],
  ['shell'],
  [
    'screens/apps',
    'screens/audit',
    'screens/changes',
    'screens/channels',
    'screens/charging',
    'screens/cities',
    'screens/content',
    'screens/edges',
    'screens/entry',
    'screens/folders',
    'screens/guide',
    'screens/health',
    'screens/imports',
    'screens/integrations',
    'screens/logos',
    'screens/messages',
    'screens/overview',
    'screens/packaging',
    'screens/payments',
    'screens/plays',
    'screens/profile',
    'screens/promotions',
    'screens/reports',
    'screens/roles',
    'screens/services',
    'screens/setup',
    'screens/staff',
    'screens/subscribers/bulk',
    'screens/subscribers',
    'screens/tables',
    'screens/tariffs',
    'screens/timeline',
  ],
]

/** The console plays films and channels with the engine that viewers have. */
const playerModules = ['player/core', 'player/engines']

/** Module → modules it may import from. `media` means the engine's public API, `server/x` that of the module. */
const inside: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  ...Object.fromEntries(mediaPure.map((module) => [module, mediaPure])),
  'media/network': [],
  'media/store': [],
  'media/loudness': mediaPure,
  'media/ffmpeg': mediaPure,
  'media/packager': [...mediaPure, 'media/ffmpeg'],
  'media/recorder': [...mediaPure, 'media/ffmpeg', 'media/archive', 'media/network', 'media/loudness'],
  'media/archive': [...mediaPure, 'media/packager', 'media/store'],
  'media/linear': [...mediaPure, 'media/packager', 'media/archive'],
  'media/catchup': [...mediaPure, 'media/recorder', 'media/network'],
  'media/stills': [...mediaPure, 'media/ffmpeg', 'media/archive'],
  'media/origin': [
    ...mediaPure,
    ...['media/packager', 'media/archive', 'media/linear', 'media/recorder', 'media/catchup'],
  ],
  media: [...mediaPure, ...mediaModules],
  ...serverImports(),
  server: ['contract', 'media', 'db', ...layers.flat().map((module) => `server/${module}`)],
  'player/core': ['contract'],
  'player/dom': ['player/core', 'contract'],
  'player/engines': ['player/core', 'player/dom', 'contract'],
  ...webImports(),
  web: [
    ...webLayers.flat().map((name) => `web/${name}`),
    'contract',
    'player/core',
    'player/dom',
    'player/engines',
  ],
  ...consoleImports(),
  console: [...consoleLayers.flat().map((name) => `console/${name}`), 'contract', 'web'],
  // The demo makes its films with the engine's own ffmpeg; only the engine's folder starts one.
  db: ['contract', 'media', 'media/ffmpeg'],
  emulators: ['media/ffmpeg', 'media'],
  // Packages contain the web client's third build, the declaration about themselves that `web/state` reads, and the
  // address of an endpoint that a set requests by itself.
  apps: ['web', 'web/state', 'contract'],
  // Runs on machines of operators, also where nothing is installed.
  deploy: [],
}

/** These start, test or measure the product and may import from everywhere. */
const outside = ['tests', 'tools', 'bench', 'deploy/drills']

/** Every module and the modules it may import from. */
export const allowedImports: Readonly<Record<string, readonly string[]>> = {
  ...inside,
  ...Object.fromEntries(outside.map((module) => [module, [...Object.keys(inside), ...outside]])),
}

function webImports(): Record<string, readonly string[]> {
  const result: Record<string, readonly string[]> = {}
  webLayers.forEach((modules, layer) => {
    const below = webLayers.slice(0, layer).flat()
    for (const module of modules)
      result[`web/${module}`] = [
        ...below.map((name) => `web/${name}`),
        'contract',
        'player/core',
        'player/dom',
        'player/engines',
      ]
  })
  return result
}

function consoleImports(): Record<string, readonly string[]> {
  const result: Record<string, readonly string[]> = {}
  consoleLayers.forEach((modules, layer) => {
    const below = consoleLayers.slice(0, layer).flat()
    for (const module of modules)
      result[`console/${module}`] = [
        ...below.map((name) => `console/${name}`),
        ...['contract', 'web/i18n', 'web/reading'],
        ...(module === 'screens/content' || module === 'player' ? playerModules : []),
      ]
  })
  return result
}

function serverImports(): Record<string, readonly string[]> {
  const result: Record<string, readonly string[]> = {}
  layers.forEach((modules, layer) => {
    const below = layers.slice(0, layer).flat()
    for (const module of modules)
      result[`server/${module}`] = [
        ...below.map((name) => `server/${name}`),
        ...(besidesLayersBelow[module] ?? ['contract']),
      ]
  })
  return result
}

/** Modules of which any file may be imported, because they are tables of values or a layer of tools. */
export const openModules: readonly string[] = [
  'contract',
  'server/platform',
  'db',
  'player/core',
  'player/dom',
  'player/engines',
  'tools',
  'tests',
  'emulators',
  'bench',
  'deploy',
  'deploy/drills',
  ...mediaPure,
  ...mediaModules,
  'web',
  ...webLayers.flat().map((module) => `web/${module}`),
  'console',
  ...consoleLayers.flat().map((module) => `console/${module}`),
]

/** Layers above the domain: only they know requests and responses. */
const aboveDomain = ['api', 'console', 'cli', 'external-api']

/** Modules that return their own results, which `server/api` converts to the contract's shape. */
export const domainModules: readonly string[] = layers
  .flat()
  .filter((module) => module !== 'platform' && !aboveDomain.includes(module))
  .map((module) => `server/${module}`)

/** Where requests and responses are handled: no domain module imports from there. */
export const knowsHttp: readonly string[] = ['contract/form/endpoint.ts', 'server/platform/http/']

/** The only places that may start a process. */
export const mayStartProcesses: readonly string[] = [
  'media/ffmpeg/',
  'server/platform/postgres/',
  'server/platform/process/',
  // The command lines of LG and Capacitor build the apps.
  'apps/package/',
  'server/platform/web-client/',
  'emulators/',
  'tests/',
  'tools/',
  'bench/',
  'deploy/drills/',
]

/** A component may be longer than a function of the same complexity: its markup has one attribute per line. */
export const limits = { fileLines: 400, functionLines: 60, componentLines: 90 }

/** Files and functions above the size limit, each with the reason. `path` or `path#function`. */
export const outgrown: Readonly<Record<string, string>> = {}

/** Catch-all names, forbidden. */
export const forbiddenNames =
  /^(utils?|helpers?|common|shared|misc|types)(\.|$)|\.(service|controller)\.|impl\.ts$/i

/** The module a file belongs to: the longest module name that its path starts with. */
export function moduleOf(file: string): string | undefined {
  let best: string | undefined
  for (const module of Object.keys(allowedImports))
    if (file.startsWith(`${module}/`) && module.length > (best?.length ?? 0)) best = module
  return best
}
