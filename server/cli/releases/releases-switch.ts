import { playerEngines } from '#contract/site/apps.ts'
import {
  type CliCommand,
  type CommandInput,
  amount,
  done,
  refused,
  shown,
} from '#server/cli/command/command.ts'
import { listCommand } from '#server/cli/command/list-command.ts'
import { openServices } from '#server/cli/command/services.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import {
  addSwitch,
  effectWords,
  listSwitches,
  maxSwitches,
  removeSwitch,
  spanWords,
  type NewSwitch,
  type Switch,
  type VersionSpan,
} from '#server/releases/releases.ts'
import { noPlatform, platformOf, versionProblem, withoutNone } from './platform-words.ts'

const spanNames = ['firmware-from', 'firmware-to', 'version-from', 'version-to'] as const
const maxModel = 80
const maxReason = 300

export const releasesSwitchAdd: CliCommand = {
  name: 'releases switch add',
  usage:
    '<platform> [--model <pattern>] [--firmware-from <v>] [--firmware-to <v>] [--version-from <v>] [--version-to <v>] [--engine <name>] [--low-latency on|off] [--previews on|off] [--max-height <n>] [--reason <text>]',
  summary: 'add a switch for some devices, until it is removed',
  help: `Apps hear of it at their next start. Which devices:

  --model                         a model; * stands for any characters: "OLED55*". All of them when left out
  --firmware-from, --firmware-to  firmware between these, both included: --firmware-to 5.3 includes 5.3.9
  --version-from, --version-to    the same for the version of the app

What is switched for them:

  --engine       ${playerEngines.join(', ')}: how media is played; avplay is the player of
                 Samsung's sets
  --low-latency  on or off: live channels close to the live edge
  --previews     on or off: pictures above the line of a film
  --max-height   nothing higher is played: 144 to 4320

Each of these is decided by itself: a whole model goes before a pattern, a longer pattern before a shorter one, then a
span of firmware, then a span of versions, then the newest.

Examples
  npm run ekran -- releases switch add webos --model "OLED55C9*" --firmware-to 5.40 --low-latency off
  npm run ekran -- releases switch add tizen --model "UE43T*" --engine avplay --reason "stalls on 2020 models"
  npm run ekran -- releases switch add androidtv --max-height 1080`,
  options: {
    model: { type: 'string' },
    ...Object.fromEntries(spanNames.map((name) => [name, { type: 'string' as const }])),
    engine: { type: 'string' },
    'low-latency': { type: 'string' },
    previews: { type: 'string' },
    'max-height': { type: 'string' },
    reason: { type: 'string' },
  },
  min: 1,
  max: 1,
  run: async (input, tools) => {
    const read = readSwitch(input)
    if (typeof read === 'string') return refused(read)
    await using stack = new AsyncDisposableStack()
    const { work, audit } = await openServices(tools, stack)
    const switchId = await addSwitch(work.db, read, systemClock.nowMs())
    if (switchId === 'full')
      return refused(`there are ${maxSwitches} switches, and no more can be; remove one first`)
    const facts = {
      switch_id: switchId,
      platform: read.platform,
      model: read.model,
      effect: effectWords(read),
    }
    await audit.record({ event: 'app_switch_added', actor: 'operator', facts })
    return done(`Switch ${switchId} is added: ${switchWords({ switchId, ...read })}`)
  },
}

export const releasesSwitchRemove: CliCommand = {
  name: 'releases switch remove',
  usage: '<number>',
  summary: 'remove a switch',
  help: `The number is the one "releases switch list" shows.

Example
  npm run ekran -- releases switch remove 3`,
  min: 1,
  max: 1,
  run: async ({ words: [word = ''] }, tools) => {
    if (!/^[1-9]\d{0,8}$/.test(word)) return refused(`${shown(word)} is not the number of a switch`)
    const switchId = Number(word)
    await using stack = new AsyncDisposableStack()
    const { work, audit } = await openServices(tools, stack)
    if (!(await removeSwitch(work.db, switchId))) return refused(`there is no switch ${switchId}`)
    await audit.record({ event: 'app_switch_removed', actor: 'operator', facts: { switch_id: switchId } })
    return done(`Switch ${switchId} is removed.`)
  },
}

export const releasesSwitchList = listCommand(
  'releases switch list',
  'list the switches and their devices',
  async ({ work }) => {
    const switches = await listSwitches(work.db)
    return [
      ...switches.map((one) => `${String(one.switchId).padStart(4)}. ${switchWords(one)}`),
      `${amount(switches.length, 'switch', 'switches')}.`,
    ]
  },
)

/** The switch as typed, or the error in it. */
function readSwitch(input: CommandInput): NewSwitch | string {
  const { text } = input
  const [word = ''] = input.words
  const platform = platformOf(word)
  if (platform === undefined) return noPlatform(word)
  const problem = textProblem(input) ?? effectProblem(input)
  if (problem !== undefined) return problem
  const maxHeight = text('max-height')
  return {
    platform,
    model: text('model') ?? '',
    firmware: spanOf(input, 'firmware'),
    version: spanOf(input, 'version'),
    engine: playerEngines.find((engine) => engine === text('engine')) ?? null,
    lowLatency: onOrOff(text('low-latency')),
    previews: onOrOff(text('previews')),
    maxHeight: maxHeight === undefined ? null : Number(maxHeight),
    reason: text('reason') ?? '',
  }
}

function textProblem({ text }: CommandInput): string | undefined {
  for (const [name, max] of [
    ['model', maxModel],
    ['reason', maxReason],
  ] as const) {
    const value = text(name) ?? ''
    if (value.length > max || /\p{Cc}/u.test(value))
      return `--${name} is longer than ${max} characters or has line breaks in it`
  }
  return spanNames.map((name) => versionProblem(name, text(name))).find((problem) => problem !== undefined)
}

function effectProblem({ text }: CommandInput): string | undefined {
  const names = ['engine', 'low-latency', 'previews', 'max-height']
  if (names.every((name) => text(name) === undefined))
    return `say what to switch: ${names.map((name) => `--${name}`).join(', ')}`
  const engine = text('engine')
  if (engine !== undefined && !(playerEngines as readonly string[]).includes(engine))
    return `--engine ${shown(engine)} is none of ${playerEngines.join(', ')}`
  for (const name of ['low-latency', 'previews']) {
    const value = text(name)
    if (value !== undefined && onOrOff(value) === null)
      return `--${name} ${shown(value)} is neither on nor off`
  }
  const height = text('max-height')
  if (height !== undefined && !(/^\d{3,4}$/.test(height) && Number(height) >= 144 && Number(height) <= 4320))
    return `--max-height ${shown(height)} is no height from 144 to 4320`
  return undefined
}

function onOrOff(value: string | undefined): boolean | null {
  return value === 'on' ? true : value === 'off' ? false : null
}

function spanOf({ text }: CommandInput, name: 'firmware' | 'version'): VersionSpan {
  return { from: withoutNone(text(`${name}-from`) ?? ''), to: withoutNone(text(`${name}-to`) ?? '') }
}

function switchWords(one: Switch): string {
  const { platform, model, reason } = one
  const devices = [
    platform,
    model === '' ? '' : shown(model),
    ...(['firmware', 'version'] as const).map((name) => {
      const span = shown(spanWords(one[name]))
      return span === '' ? '' : `${name} ${span}`
    }),
  ].filter((word) => word !== '')
  return `${devices.join(', ')}: ${effectWords(one)}${reason === '' ? '' : ` (${shown(reason)})`}`
}
