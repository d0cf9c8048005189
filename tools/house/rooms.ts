/** The plan of the house as data: which rooms there are and which doors each may use. */

const mediaPure = [
  'media/playlists',
  'media/ladder',
  'media/containers',
  'media/transport-stream',
  'media/markers',
]
const mediaRooms = [
  'media/ffmpeg',
  'media/packager',
  'media/recorder',
  'media/archive',
  'media/linear',
  'media/origin',
  'media/network',
]

/** Floors of the server: imports go down only, never sideways. */
const floors: readonly (readonly string[])[] = [
  ['platform'],
  ['pictures', 'audit', 'messages'],
  ['accounts', 'region', 'catalogue', 'television', 'notices'],
  ['billing', 'registration', 'tv-login', 'viewing', 'search', 'cinemas', 'complaints'],
  ['merchants', 'cards', 'entitlement', 'recommendations', 'monitoring', 'streams'],
  ['playback'],
  ['export', 'downloads'],
  ['operator'],
]
/** What a server room may use besides the floors below it. */
const outsideTheServer: Record<string, readonly string[]> = {
  entitlement: ['contract'],
  playback: ['contract', 'media'],
  television: ['contract', 'media'],
  monitoring: ['contract', 'media'],
  operator: ['contract', 'media', 'db'],
}

/** Room → rooms it may import from. `media` means the engine's face, `server/x` the face of that room. */
const inside: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  ...Object.fromEntries(mediaPure.map((room) => [room, mediaPure])),
  'media/network': [],
  'media/ffmpeg': mediaPure,
  'media/packager': [...mediaPure, 'media/ffmpeg'],
  'media/recorder': [...mediaPure, 'media/ffmpeg', 'media/archive', 'media/network'],
  'media/archive': [...mediaPure, 'media/packager'],
  'media/linear': [...mediaPure, 'media/packager', 'media/archive'],
  'media/origin': [...mediaPure, 'media/packager', 'media/archive', 'media/linear', 'media/recorder'],
  media: [...mediaPure, ...mediaRooms],
  ...serverDoors(),
  server: ['contract', 'media', 'db', ...floors.flat().map((room) => `server/${room}`)],
  'player/core': ['contract'],
  'player/dom': ['player/core', 'contract'],
  player: ['player/core', 'player/dom', 'contract'],
  web: ['contract', 'player', 'player/core', 'player/dom'],
  // The demo makes its films with the engine's own ffmpeg, which is the only folder that starts one.
  db: ['contract', 'media', 'media/ffmpeg'],
  emulators: ['media/ffmpeg', 'media'],
}

/** These start, test or measure the house and may look everywhere. */
const outside = ['tests', 'tools', 'bench']

/** Every room and the rooms it may look into. */
export const doors: Readonly<Record<string, readonly string[]>> = {
  ...inside,
  ...Object.fromEntries(outside.map((room) => [room, [...Object.keys(inside), ...outside]])),
}

function serverDoors(): Record<string, readonly string[]> {
  const result: Record<string, readonly string[]> = {}
  floors.forEach((rooms, floor) => {
    const below = floors.slice(0, floor).flat()
    for (const room of rooms)
      result[`server/${room}`] = [
        ...below.map((name) => `server/${name}`),
        ...(outsideTheServer[room] ?? ['contract']),
      ]
  })
  return result
}

/** Rooms that may be entered through any of their files, because they are tables of values or a floor of tools. */
export const openRooms: readonly string[] = [
  'contract',
  'server/platform',
  'db',
  'player/core',
  'player/dom',
  'tools',
  'tests',
  'emulators',
  'bench',
  ...mediaPure,
  ...mediaRooms,
  'web',
]

/** The only places that may start a process. */
export const mayStartProcesses: readonly string[] = [
  'media/ffmpeg/',
  'server/platform/postgres/',
  'server/platform/child-program.ts',
  'server/platform/web-client/',
  'server/platform/apart/',
  'emulators/',
  'tests/',
  'tools/',
  'bench/',
]

/** A component is longer than a function of the same weight: its markup stands a line an attribute. */
export const limits = { fileLines: 400, functionLines: 60, componentLines: 90 }

/** Files and functions that outgrew their size, each with the reason it may. `path` or `path#function`. */
export const outgrown: Readonly<Record<string, string>> = {}

/** Dumping grounds, forbidden by name. */
export const forbiddenNames =
  /^(utils?|helpers?|common|shared|misc|types)(\.|$)|\.(service|controller)\.|impl\.ts$/i

/** The room a file belongs to: the longest room name that starts its path. */
export function roomOf(file: string): string | undefined {
  let best: string | undefined
  for (const room of Object.keys(doors))
    if (file.startsWith(`${room}/`) && room.length > (best?.length ?? 0)) best = room
  return best
}
