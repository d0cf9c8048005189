/** Films and episodes downloaded to a device for offline playback (PLAYER-08). Times are unix seconds. */
import * as z from 'zod/mini'
import { watchLimitFailures } from '#contract/form/profile-failures.ts'
import { endpoint } from '#contract/form/endpoint.ts'
import { id, items, middlewareInput } from '#contract/form/fields.ts'
import { edgeInput } from './stream-fields.ts'

/** How many films and episodes an account may have on all of its devices together. */
export const maxDownloads = 25

/** Until when a download may be watched. The device stores this with the file and enforces it offline. */
export const DownloadLicence = z.object({
  vid: z.int(),
  vfid: z.int(),
  granted_at: z.int(),
  /** When it was first watched offline; 0: not yet. */
  started_at: z.int(),
  /** From then on it is not played. Changes with the subscription; in the past for content that is not allowed now. */
  expires_at: z.int(),
})
export type DownloadLicence = z.output<typeof DownloadLicence>

/** What can be downloaded of a file. */
export const DownloadOptions = z.object({
  duration_sec: z.number(),
  /** Lowest first. Bytes of the video only. */
  qualities: items(z.object({ height: z.int(), size_bytes: z.int() })),
  audio: items(z.object({ language: z.string(), name: z.string(), size_bytes: z.int() })),
  subtitles: items(z.object({ language: z.string(), name: z.string() })),
})
export type DownloadOptions = z.output<typeof DownloadOptions>

const rights = [
  'login_needed',
  'title_not_found',
  'not_available_now',
  'title_outside_region',
  'not_subscribed',
  'account_suspended',
  'tariff_paused',
  'blacked_out',
  ...watchLimitFailures,
] as const

/** `vfid:started` of each file, separated by commas; `started` is 0 for a file not watched yet. */
function fileList() {
  return z.string().check(z.maxLength(1200), z.regex(/^(?:\d{1,10}:\d{1,10}(?:,\d{1,10}:\d{1,10}){0,49})?$/))
}

export const downloads = {
  options: endpoint({
    path: '/middleware/download/options',
    access: 'viewer',
    summary: 'What can be downloaded of a film or an episode, with its size',
    input: middlewareInput({ vid: id(), vfid: id() }),
    output: DownloadOptions,
    failures: rights,
  }),
  begin: endpoint({
    path: '/middleware/download/begin',
    access: 'viewer',
    changes: true,
    summary:
      'Grants this device the download of a film or an episode, and returns its address; repeat it for a new address, and for a new licence once the previous one has expired',
    input: middlewareInput({ vid: id(), vfid: id(), ...edgeInput }),
    output: z.object({
      url: z.string(),
      /** When the address expires. */
      address_expires_at: z.int(),
      now: z.int(),
      licence: DownloadLicence,
    }),
    failures: [...rights, 'downloads_full'],
  }),
  renew: endpoint({
    path: '/middleware/download/renew',
    access: 'viewer',
    changes: true,
    summary: "This device's downloads with their licence ends; a download that is not listed was withdrawn",
    input: middlewareInput({ held: fileList() }),
    output: z.object({ now: z.int(), downloads: items(DownloadLicence) }),
  }),
  remove: endpoint({
    path: '/middleware/download/remove',
    access: 'viewer',
    changes: true,
    summary: 'Returns a download licence of this device; an unknown one is not an error',
    input: middlewareInput({ vfid: id() }),
    output: z.object({}),
  }),
}
