/** What rights holders forbid to show for some time, as the staff enters it. */
import * as z from 'zod/mini'
import { blackoutDevices, blackoutHolds, blackoutTargets, territories } from '#contract/form/blackouts.ts'
import { id, text, unixSec, whole } from '#contract/form/fields.ts'
import { consoleEndpoint } from './console-endpoint.ts'

/** A list of at least one; each of them once. */
function several<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.array(z.enum(values)).check(z.minLength(1), z.maxLength(values.length))
}

const fields = {
  target: z.enum(blackoutTargets),
  /** The channel; null for a title. */
  cid: z.nullable(id()),
  /** The programme of the guide; null for every other target, and for one that the guide no longer has. */
  pid: z.nullable(id()),
  vid: z.nullable(id()),
  /** Unix seconds. Of a programme they are its own, whatever is sent. */
  from: unixSec(),
  /** Null while nobody knows the end. */
  until: z.nullable(unixSec()),
  territories: several(territories),
  devices: several(blackoutDevices),
  holds: several(blackoutHolds),
  /** For viewers; '' for the usual words. */
  words_ru: text(300),
  words_uz: text(300),
  /** For the staff. */
  note: text(1000),
}

const Blackout = z.object({
  ...fields,
  id: z.int(),
  version: z.int(),
  /** The name of what it is about. */
  label: z.string(),
  state: z.enum(['planned', 'on', 'ended']),
})

/** The set of changes that was made; 0 when nothing differed. */
const Changed = z.object({ change_id: z.int(), id: z.int() })

const view = { section: 'guide', level: 'view' } as const
const edit = { section: 'guide', level: 'edit' } as const
const inputFailures = ['blackout_not_found', 'blackout_target', 'blackout_period', 'blackout_holds'] as const

export const consoleBlackouts = {
  list: consoleEndpoint({
    method: 'GET',
    path: '/blackouts',
    permission: view,
    summary: 'All blackouts, the last to begin first; of a programme with the times of the current guide',
    input: z.object({}),
    output: z.object({ blackouts: z.array(Blackout) }),
  }),
  preview: consoleEndpoint({
    method: 'POST',
    path: '/blackouts/preview',
    permission: edit,
    summary: 'What a blackout would close, before it is saved',
    input: z.object({ id: z.nullable(id()), ...fields }),
    output: z.object({
      label: z.string(),
      from: z.int(),
      until: z.nullable(z.int()),
      /** How many programmes of the guide it touches, as far as the guide reaches. */
      programmes: z.int(),
      /** The first of them, in Russian. */
      first: z.array(z.object({ title: z.string(), begin: z.int() })),
      /** What it holds in, of what was chosen. */
      holds: z.array(z.enum(blackoutHolds)),
    }),
    failures: inputFailures,
  }),
  save: consoleEndpoint({
    method: 'POST',
    path: '/blackouts/save',
    permission: edit,
    summary: 'Saves a blackout, or enters one',
    input: z.object({
      id: z.nullable(id()),
      /** The version that was shown: a newer one refuses the change. 0 for a new one. */
      version: whole(0, 2_147_483_647),
      ...fields,
    }),
    output: Changed,
    failures: [...inputFailures, 'changed_since', 'blackouts_full'],
  }),
  end: consoleEndpoint({
    method: 'POST',
    path: '/blackouts/end',
    permission: edit,
    summary: 'Ends a blackout now; what it closed in the archive stays closed',
    input: z.object({ id: id() }),
    output: Changed,
    failures: ['blackout_not_found', 'blackout_not_begun'],
  }),
  remove: consoleEndpoint({
    method: 'POST',
    path: '/blackouts/remove',
    permission: edit,
    summary: 'Deletes a blackout: what it closed is open, in the archive too',
    input: z.object({ id: id() }),
    output: Changed,
    failures: ['blackout_not_found'],
  }),
}
