/** The programmes of one channel in the console: its timeline, and editing it by hand (MATCH-04). */
import * as z from 'zod/mini'
import { id, text, unixSec, whole } from '#contract/form/fields.ts'
import { undoOfSection } from './changes.ts'
import { consoleEndpoint } from './console-endpoint.ts'

const daySec = 86_400
/** A week back and a week ahead, with the day that is on. */
export const timelineDays = 15

/** What can be set by hand of a programme. `genre_code` 0, `season` and `episode` -1: none. */
const fields = {
  title_ru: text(300),
  title_uz: text(300),
  subtitle_ru: text(300),
  subtitle_uz: text(300),
  description_ru: text(5000),
  description_uz: text(5000),
  /** One of television's genre codes. */
  genre_code: whole(0, 8).check(z.refine((code) => code !== 7)),
  age_rating: z.string().check(z.trim(), z.regex(/^(?:\d{1,2}\+)?$/)),
  season: whole(-1, 9999),
  episode: whole(-1, 99_999),
}

/** The same for a change: what is absent stays. */
export const ProgrammeChanges = z.partial(z.object(fields))

export const ProgrammeFields = z.object({
  ...{ title_ru: z.string(), title_uz: z.string(), subtitle_ru: z.string(), subtitle_uz: z.string() },
  ...{ description_ru: z.string(), description_uz: z.string(), age_rating: z.string() },
  ...{ genre_code: z.int(), season: z.int(), episode: z.int() },
})

/** Unix seconds. */
const Span = z.object({ begin: z.int(), end: z.int() })

const TimelineProgramme = z.object({
  pid: z.int(),
  /** Of its edit; 0 without one. */
  version: z.int(),
  /** When it should be on, unix seconds. */
  begin: z.int(),
  end: z.int(),
  /** When it is published, without the time that another one takes; null: not at all. */
  shown: z.nullable(Span),
  /** `hidden` by hand; `covered`: its time is another one's; `waiting`: the guide has it no more. */
  state: z.enum(['published', 'hidden', 'covered', 'waiting']),
  fields: ProgrammeFields,
  /** As the guide has it; null for one that was added, or is not delivered any more. */
  delivered: z.nullable(z.object({ ...Span.shape, fields: ProgrammeFields })),
  /** It was added by hand. */
  is_added: z.boolean(),
  /** What was set by hand: names of fields, `times`, `hidden`. */
  edited: z.array(z.string()),
  edited_by: z.string(),
  edited_at: z.int(),
  /** Minutes by which shifts move it. */
  shift_min: z.int(),
})

const view = { section: 'guide', level: 'view' } as const
const edit = { section: 'guide', level: 'edit' } as const

/** The set of changes that was made; 0 when nothing differed. */
const Changed = z.object({ change_id: z.int() })

/** What any of the acts may be refused for. */
const refusals = [
  'channel_not_found',
  'programme_gone',
  'changed_since',
  'programme_untitled',
  'programme_times_wrong',
  'programme_outside_guide',
  'programme_moved_too_far',
  'programme_overlaps',
  'guide_shifted_too_far',
  'guide_of_linear',
] as const

const times = { begin: unixSec(), end: unixSec() }
const version = whole(0, 2_147_483_647)

export const consoleTimeline = {
  channel: consoleEndpoint({
    method: 'GET',
    path: '/guide/timeline',
    permission: view,
    summary:
      'The programmes of a channel with what was edited by hand, gaps, and what the archive has; 15 days at most',
    input: z
      .object({ cid: id(), from: unixSec(), to: unixSec() })
      .check(z.refine(({ from, to }) => to > from && to - from <= timelineDays * daySec)),
    output: z.object({
      channel: z.object({
        cid: z.int(),
        number: z.int(),
        name_ru: z.string(),
        name_uz: z.string(),
        /** It is made of films: its schedule decides about times. */
        is_linear: z.boolean(),
        /** The source of the guide that feeds it; '' for none. */
        source: z.string(),
      }),
      programmes: z.array(TimelineProgramme),
      /** Times without a published programme, of a minute or more. */
      gaps: z.array(Span),
      shifts: z.array(
        z.object({
          shift_id: z.int(),
          /** Unix seconds; `to` null: from then on. */
          from: z.int(),
          to: z.nullable(z.int()),
          minutes: z.int(),
          staff_name: z.string(),
        }),
      ),
      /** Null for a channel that is not recorded. */
      archive: z.nullable(
        z.object({
          /** Times that can be played. */
          recorded: z.array(Span),
          /** Times within the archive that cannot, of ten seconds or more. */
          holes: z.array(Span),
        }),
      ),
      /** Television's genres. */
      genres: z.array(z.object({ code: z.int(), name_ru: z.string(), name_uz: z.string() })),
    }),
    failures: ['channel_not_found'],
  }),
  add: consoleEndpoint({
    method: 'POST',
    path: '/guide/timeline/add',
    permission: edit,
    summary: 'Adds a programme; it takes its time from what the guide has there',
    input: z.object({ cid: id(), ...times, ...fields }),
    output: Changed,
    failures: refusals,
  }),
  change: consoleEndpoint({
    method: 'POST',
    path: '/guide/timeline/change',
    permission: edit,
    summary:
      'Changes a programme, and keeps the change over later readings; what equals the guide is no change',
    input: z.object({
      cid: id(),
      pid: id(),
      version,
      /** When it is on; the times of the guide give it back to the guide. Absent: as they are. */
      begin: z.optional(unixSec()),
      end: z.optional(unixSec()),
      hidden: z.optional(z.boolean()),
      ...ProgrammeChanges.shape,
    }),
    output: Changed,
    failures: refusals,
  }),
  shift: consoleEndpoint({
    method: 'POST',
    path: '/guide/timeline/shift',
    permission: edit,
    summary: 'Shifts the programmes that start in a period, also those that are read later',
    input: z.object({
      cid: id(),
      from: unixSec(),
      /** Null: from then on. */
      to: z.nullable(unixSec()),
      minutes: whole(-720, 720).check(z.refine((minutes) => minutes !== 0)),
    }),
    output: Changed,
    failures: refusals,
  }),
  release: consoleEndpoint({
    method: 'POST',
    path: '/guide/timeline/release',
    permission: edit,
    summary:
      'Gives a programme or a shift back to the guide, or everything of the channel; an added one is deleted',
    input: z.object({
      cid: id(),
      pid: z.optional(id()),
      version: z.optional(version),
      shift_id: z.optional(id()),
    }),
    output: Changed,
    failures: refusals,
  }),
  undo: consoleEndpoint({
    method: 'POST',
    path: '/guide/timeline/undo',
    permission: edit,
    summary: 'Takes a change of programmes back',
    ...undoOfSection,
  }),
}
