/** Packaged apps: the versions that may be used, switches for some devices, and what apps report (REMOTE-03). */
import * as z from 'zod/mini'
import { httpAddress, id, text, whole } from '#contract/form/fields.ts'
import { appFieldLimits, appPlatforms, appReportKinds, playerEngines } from '#contract/site/apps.ts'
import { consoleEndpoint } from './console-endpoint.ts'

export const appNoteLength = 500
export const switchReasonLength = 300

/** `1.4.0`; '' for none. */
const version = () => text(appFieldLimits.version).check(z.regex(/^(?:|\D{0,20}\d[^\s]*)$/))
const span = () => z.object({ from: version(), to: version() })
const note = () => text(appNoteLength).check(z.regex(/^\P{Cc}*$/u))
const platform = z.enum(appPlatforms)

const Effects = {
  engine: z.nullable(z.enum(playerEngines)),
  low_latency: z.nullable(z.boolean()),
  previews: z.nullable(z.boolean()),
  /** Nothing higher is played. */
  max_height: z.nullable(z.int()),
}

const Release = z.object({
  platform,
  minimum_version: z.string(),
  recommended_version: z.string(),
  store_url: z.string(),
  note_ru: z.string(),
  note_uz: z.string(),
})

const Switch = z.object({
  switch_id: z.int(),
  platform,
  model: z.string(),
  firmware: z.object({ from: z.string(), to: z.string() }),
  version: z.object({ from: z.string(), to: z.string() }),
  ...Effects,
  reason: z.string(),
})

const view = { section: 'apps', level: 'view' } as const
const edit = { section: 'apps', level: 'edit' } as const

export const consoleApps = {
  list: consoleEndpoint({
    method: 'GET',
    path: '/apps',
    permission: view,
    summary: 'Releases and switches of packaged apps, and what they reported in thirty days',
    input: z.object({}),
    output: z.object({
      /** Of the platforms for which something is set. */
      releases: z.array(Release),
      switches: z.array(Switch),
      /** The newest day first, the most reported first; at most 100. */
      reports: z.array(
        z.object({
          /** A day in Tashkent, `2026-11-24`. */
          day: z.string(),
          kind: z.enum(appReportKinds),
          count: z.int(),
          platform,
          version: z.string(),
          model: z.string(),
          firmware: z.string(),
          /** The newest message, without personal data; '' without one. */
          message: z.string(),
          /** The path of the page. */
          page: z.string(),
        }),
      ),
    }),
  }),
  setRelease: consoleEndpoint({
    method: 'POST',
    path: '/apps/release',
    permission: edit,
    summary:
      'Sets the allowed versions of an app and where it is installed from; apps apply it at their next start',
    input: z.object({
      platform,
      minimum_version: version(),
      recommended_version: version(),
      /** An https address; '' for none. */
      store_url: z.union([z.literal(''), httpAddress().check(z.regex(/^https:/), z.maxLength(500))]),
      note_ru: note(),
      note_uz: note(),
    }),
    output: z.object({ platform }),
    failures: ['release_order'],
  }),
  addSwitch: consoleEndpoint({
    method: 'POST',
    path: '/apps/switches/add',
    permission: edit,
    summary: 'Switches the player, low latency, previews or the height for some devices, until it is removed',
    input: z.object({
      platform,
      /** `*` stands for any characters; '' for every model. */
      model: text(appFieldLimits.model).check(z.regex(/^\P{Cc}*$/u)),
      /** Both ends included; '' for no bound. */
      firmware: span(),
      version: span(),
      engine: Effects.engine,
      low_latency: Effects.low_latency,
      previews: Effects.previews,
      max_height: z.nullable(whole(144, 4320)),
      reason: text(switchReasonLength).check(z.regex(/^\P{Cc}*$/u)),
    }),
    output: z.object({ switch_id: z.int() }),
    failures: ['switch_empty', 'switches_full'],
  }),
  removeSwitch: consoleEndpoint({
    method: 'POST',
    path: '/apps/switches/remove',
    permission: edit,
    summary: 'Removes a switch',
    input: z.object({ switch_id: id() }),
    output: z.object({ switch_id: z.int() }),
    failures: ['switch_not_found'],
  }),
}
