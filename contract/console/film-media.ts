/** The packaged files of a film as the staff plays them: where they are, and pictures taken from them. */
import * as z from 'zod/mini'
import { id, whole } from '#contract/form/fields.ts'
import { consoleEndpoint } from './console-endpoint.ts'

const asset = () => z.string().check(z.regex(/^[A-Za-z0-9_-]{1,80}$/))

/** What the packager measured in the source of an audio track, and by how much it changed the track, dB. */
const MeasuredLoudness = z.object({
  /** LUFS, EBU R 128; -70 is silence. */
  integrated_lufs: z.number(),
  /** The highest sample, dBFS. */
  peak_db: z.number(),
  gain_db: z.number(),
  /** By how much players change the volume, dB. */
  player_gain_db: z.number(),
  /** Of a long track only samples were measured. */
  is_sampled: z.boolean(),
})

const span = () => z.nullable(z.object({ begin_ms: whole(0, 86_400_000), end_ms: whole(0, 86_400_000) }))

/** Where viewers may skip; null for nothing. `titles`: the credits at the end. */
const marks = { intro: span(), titles: span() }

const markVersion = () => z.string().check(z.regex(/^[0-9a-f]{16}$/))

const PackagedFile = z.object({
  asset: z.string(),
  kind: z.enum(['film', 'episode', 'trailer']),
  /** 0 for what is no episode. */
  season: z.int(),
  episode: z.int(),
  /** The last one that the file covers; `episode` where it covers one. */
  last_episode: z.int(),
  duration_sec: z.number(),
  /** False: not packaged yet, and nothing plays. */
  is_ready: z.boolean(),
  /** The highest first. */
  video: z.array(z.object({ width: z.int(), height: z.int(), bits_per_second: z.int() })),
  audio: z.array(
    z.object({
      rendition: z.string(),
      language: z.string(),
      name: z.string(),
      /** Null: packaged before it was stored, or the track is silent by the packager. */
      loudness: z.nullable(MeasuredLoudness),
    }),
  ),
  ...marks,
  marks_version: z.string(),
  subtitles: z.array(z.object({ rendition: z.string(), language: z.string(), name: z.string() })),
})

const view = { section: 'films', level: 'view' } as const
const edit = { section: 'films', level: 'edit' } as const

export const consoleFilmMedia = {
  files: consoleEndpoint({
    method: 'GET',
    path: '/films/media',
    permission: view,
    summary: 'The files of a film or series with their renditions, sound tracks and subtitles',
    input: z.object({ vid: id() }),
    output: z.object({ files: z.array(PackagedFile) }),
    failures: ['film_not_found'],
  }),
  play: consoleEndpoint({
    method: 'GET',
    path: '/films/media/play',
    permission: view,
    summary: 'An address that plays a file for minutes, whatever viewers may do; it counts as no stream',
    input: z.object({ vid: id(), asset: asset() }),
    output: z.object({
      /** An HLS master playlist on the console's own origin. */
      url: z.string(),
      expires_at: z.int(),
    }),
    failures: ['film_not_found', 'film_file_not_ready'],
  }),
  saveMarks: consoleEndpoint({
    method: 'POST',
    path: '/films/media/marks',
    permission: edit,
    summary: 'Sets where viewers may skip in a file; what differs is locked against detection',
    input: z.object({ vid: id(), asset: asset(), version: markVersion(), ...marks }),
    output: z.object({ change_id: z.int() }),
    failures: ['film_not_found', 'film_file_not_ready', 'marks_wrong', 'changed_since'],
  }),
  frame: consoleEndpoint({
    method: 'POST',
    path: '/films/media/frame',
    permission: edit,
    summary: 'Takes the frame of a file at a moment as a picture, as if it were uploaded',
    input: z.object({ vid: id(), asset: asset(), at_ms: whole(0, 86_400_000) }),
    output: z.object({
      /** The version of the stored picture. */
      picture: z.string(),
      image: z.string(),
    }),
    failures: ['film_not_found', 'film_file_not_ready', 'frame_not_taken'],
  }),
}
