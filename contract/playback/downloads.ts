/** Films and episodes saved on a device for watching without a connection (PLAYER-08). Times are unix seconds. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/form/endpoint.ts'
import { id, items, middlewareInput } from '#contract/form/fields.ts'

/** How many films and episodes an account may hold on all of its devices together. */
export const maxDownloads = 25

/** Until when a saved file may be watched. The device keeps this beside the file and holds to it without a connection. */
export const DownloadLicence = z.object({
  vid: z.int(),
  vfid: z.int(),
  granted_at: z.int(),
  /** When it was first watched without a connection; 0: not yet. */
  started_at: z.int(),
  /** From then on it is not played. Moves with the subscription; past for what may not be watched now. */
  expires_at: z.int(),
})
export type DownloadLicence = z.output<typeof DownloadLicence>

/** What of a file can be saved. */
export const DownloadOptions = z.object({
  duration_sec: z.number(),
  /** Lowest first. Bytes of the picture alone. */
  qualities: items(z.object({ height: z.int(), size_bytes: z.int() })),
  audio: items(z.object({ language: z.string(), name: z.string(), size_bytes: z.int() })),
  subtitles: items(z.object({ language: z.string(), name: z.string() })),
})
export type DownloadOptions = z.output<typeof DownloadOptions>

const rights = [
  'login_needed',
  'title_not_found',
  'not_available_now',
  'not_subscribed',
  'account_suspended',
] as const

/** `vfid:started` of each file, with a comma between; `started` is 0 for what was not watched yet. */
function fileList() {
  return z.string().check(z.maxLength(1200), z.regex(/^(?:\d{1,10}:\d{1,10}(?:,\d{1,10}:\d{1,10}){0,49})?$/))
}

export const downloads = {
  options: endpoint({
    path: '/middleware/download/options',
    access: 'viewer',
    summary: 'What of a film or an episode can be saved, with its size',
    input: middlewareInput({ vid: id(), vfid: id() }),
    output: DownloadOptions,
    failures: rights,
  }),
  begin: endpoint({
    path: '/middleware/download/begin',
    access: 'viewer',
    changes: true,
    summary:
      'Grants this device a film or an episode, and gives the address to fetch it from; again for a new address, and for a new term once the former is over',
    input: middlewareInput({ vid: id(), vfid: id() }),
    output: z.object({
      url: z.string(),
      /** When the address opens nothing any more. */
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
    summary: "This device's downloads with their ends; what it holds and is not told of is withdrawn",
    input: middlewareInput({ held: fileList() }),
    output: z.object({ now: z.int(), downloads: items(DownloadLicence) }),
  }),
  remove: endpoint({
    path: '/middleware/download/remove',
    access: 'viewer',
    changes: true,
    summary: 'Gives back what this device was granted; one that it does not hold is no mistake',
    input: middlewareInput({ vfid: id() }),
    output: z.object({}),
  }),
}
