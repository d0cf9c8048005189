import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { consoleService } from '#contract/console/service.ts'
import { recordChangeSet } from '#server/editing/editing.ts'
import { atTheTerminal, undoLines, withServices } from '#server/cli/command/changing.ts'
import {
  type CliCommand,
  type CommandInput,
  type CommandTools,
  done,
  refused,
  shown,
} from '#server/cli/command/command.ts'
import { listCommand } from '#server/cli/command/list-command.ts'
import { endFirstRun } from '#server/platform/installation/first-run.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { openPictures } from '#server/pictures/pictures.ts'
import { type StoredService, loadService, saveService } from '#server/site/site.ts'

const maxLogoBytes = 25 * 1024 * 1024

/** Option → field of the console's form. */
const fieldOf = {
  'name-ru': 'name_ru',
  'name-uz': 'name_uz',
  accent: 'accent',
  action: 'action',
  phone: 'support_phone',
  language: 'default_language',
} as const

const formOf: Readonly<Record<keyof typeof fieldOf, string>> = {
  'name-ru': 'a name of at most 40 letters',
  'name-uz': 'a name of at most 40 letters',
  accent: 'a colour such as #3ad0c3',
  action: 'a colour such as #ffb454',
  phone: 'a phone such as +998 71 200-11-22, or a short number of 3 or 4 digits',
  language: 'ru or uz',
}

export const serviceShow = listCommand(
  'service show',
  'what the service is called and looks like',
  async ({ work }) => linesOf(await loadService(work.db)),
)

export const serviceEndFirstRun: CliCommand = {
  name: 'service end-first-run',
  usage: '',
  summary: 'end the first run: the watched folder takes its films from now on',
  help: `Until then the watched folder waits, so that its films can be looked through in the console first.

Example
  npm run ekran -- service end-first-run`,
  min: 0,
  max: 0,
  run: (_input, tools) =>
    withServices(tools, async ({ work, audit }) => {
      if (!(await endFirstRun(work.db, systemClock.nowMs()))) return done('It has ended before.')
      await audit.record({ event: 'first_run_ended', actor: 'operator' })
      return done('The first run is over: the watched folder takes its films from now on.')
    }),
}

export const serviceSet: CliCommand = {
  name: 'service set',
  usage: '[--name-ru …] [--name-uz …] [--logo <file>] [--accent #rrggbb] …',
  summary: 'change the name, logo, colours, support phone and language',
  help: `What is not named stays. "-" stands for the built-in value. A running Ekran shows it at once.

  --name-ru, --name-uz  the name of the service
  --logo <file>         JPEG, PNG, WebP or SVG
  --accent, --action    the colour of state and navigation, and of the main button
  --phone               the number of the call centre
  --language            ru or uz, for a visitor who has not chosen one

Examples
  npm run ekran -- service set --name-ru "Мой ТВ" --name-uz "Mening TV"
  npm run ekran -- service set --accent "#7cc4ff" --phone "+998 71 200-11-22"`,
  options: {
    ...Object.fromEntries(Object.keys(fieldOf).map((name) => [name, { type: 'string' as const }])),
    logo: { type: 'string' },
  },
  min: 0,
  max: 0,
  problem: (input) =>
    [...Object.keys(fieldOf), 'logo'].every((name) => input.text(name) === undefined)
      ? 'service set needs at least one option'
      : undefined,
  run: (input, tools) => setService(input, tools),
}

function setService(input: CommandInput, tools: CommandTools) {
  return withServices(tools, async ({ work, audit }) => {
    const stored = await loadService(work.db)
    const target = typed(input, stored)
    if (target.kind === 'refused') return refused(target.why)
    const logo = await logoOf(input.text('logo'), stored.logo, join(work.dataDir, 'images'), tools)
    if (logo === undefined)
      return refused('the logo must be a JPEG, PNG, WebP or SVG file without scripts, up to 25 MB')
    const { values } = target
    const fields = {
      ...{ nameRu: values.name_ru, nameUz: values.name_uz, logo, accent: values.accent },
      ...{ actionColour: values.action, supportPhone: values.support_phone },
      defaultLanguage: values.default_language,
    }
    const who = atTheTerminal()
    const outcome = await saveService(work.db, { version: stored.version, fields }, who)
    if (outcome.kind === 'contrast')
      return refused(
        `--${outcome.of} has a contrast of ${outcome.has.toFixed(1)} on the site's dark pages; it needs ` +
          `${outcome.needs}: choose a lighter colour`,
      )
    if (outcome.kind !== 'changed') return refused('somebody changes the settings at this moment: try again')
    await recordChangeSet(
      { db: work.db, audit },
      'service_saved',
      { actor: 'operator', by: who.by },
      outcome.changeId,
    )
    return done(...linesOf(await loadService(work.db)), ...undoLines(outcome))
  })
}

const { save } = consoleService
type Values = Omit<z.output<typeof save.input>, 'version' | 'picture'>

function typed(
  input: CommandInput,
  stored: StoredService,
): { readonly kind: 'read'; readonly values: Values } | { readonly kind: 'refused'; readonly why: string } {
  const texts: Record<string, unknown> = {
    ...{ version: stored.version, picture: '', name_ru: stored.nameRu, name_uz: stored.nameUz },
    ...{ accent: stored.accent, action: stored.actionColour, support_phone: stored.supportPhone },
    default_language: stored.defaultLanguage,
  }
  for (const [option, field] of Object.entries(fieldOf)) {
    const text = input.text(option)
    if (text !== undefined) texts[field] = text === '-' ? '' : text
  }
  const parsed = z.safeParse(save.input, texts)
  if (parsed.success) return { kind: 'read', values: parsed.data }
  const option = (Object.keys(fieldOf) as (keyof typeof fieldOf)[]).find((name) =>
    parsed.error.issues.some(({ path }) => path[0] === fieldOf[name]),
  )
  return {
    kind: 'refused',
    why: option === undefined ? 'wrong options' : `--${option} takes ${formOf[option]}`,
  }
}

/** The version of the logo in this file; undefined for a file that is no picture. */
async function logoOf(
  path: string | undefined,
  stored: string,
  dir: string,
  { log }: CommandTools,
): Promise<string | undefined> {
  if (path === undefined) return stored
  if (path === '-') return ''
  const about = await stat(path).catch(() => undefined)
  if (about === undefined || !about.isFile() || about.size > maxLogoBytes) return undefined
  const pictures = await openPictures({ dir, log })
  const picture = await pictures.store(await readFile(path))
  return picture.kind === 'stored' ? picture.version : undefined
}

function linesOf(service: StoredService): readonly string[] {
  const { nameRu, nameUz, logo, accent, actionColour, supportPhone, defaultLanguage } = service
  const line = (name: string, value: string) =>
    `  ${name.padEnd(16)} ${value === '' ? 'built-in' : shown(value)}`
  return [
    line('name (ru)', nameRu),
    line('name (uz)', nameUz),
    line('logo', logo),
    line('accent', accent),
    line('action', actionColour),
    line('support phone', supportPhone),
    line('language', defaultLanguage),
  ]
}
