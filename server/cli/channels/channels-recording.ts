import { atTheTerminal } from '#server/cli/command/changing.ts'
import {
  type CliCommand,
  type CommandInput,
  type Outcome,
  done,
  refused,
  shown,
  type CommandTools,
} from '#server/cli/command/command.ts'
import { openServices } from '#server/cli/command/services.ts'
import { changeRecording, ladderHeights, type RecordingChange } from '#server/television/television.ts'

export const channelsRecording: CliCommand = {
  name: 'channels recording',
  usage: '<number> [--heights <720,480>] [--reencode <when>] [--hevc <how>] [--watch <on|off>] …',
  summary: 'show or change how a channel is recorded: heights, re-encoding, monitoring',
  help: `Without options it shows the settings. A running Ekran applies changes at once. "default" removes an override.

  --heights        heights of re-encoded renditions: up to 4 of ${ladderHeights.join(', ')}.
                   Default: the source's own, at most 720. Each takes a quarter to a half of a core
  --reencode       always, never (H.264 and HEVC are passed through in any case), default
  --hevc           copy (many browsers cannot play it) or encode, the default
  --watch          off: video and audio are not checked
  --still          on: a still picture is no fault (a camera, a card with music)
  --low-latency    on: viewers see it a second or two after the broadcaster, at more requests for the server

Examples
  npm run ekran -- channels recording 7 --heights 720,480,360
  npm run ekran -- channels recording 31 --still on
  npm run ekran -- channels recording 7 --heights default`,
  options: {
    heights: { type: 'string' },
    reencode: { type: 'string' },
    hevc: { type: 'string' },
    watch: { type: 'string' },
    still: { type: 'string' },
    'low-latency': { type: 'string' },
  },
  min: 1,
  max: 1,
  run,
}

async function run(input: CommandInput, tools: CommandTools): Promise<Outcome> {
  const [word = ''] = input.words
  if (!/^[1-9]\d{0,5}$/.test(word)) return refused(`${shown(word)} is not the number of a channel`)
  const change = changeOf(input)
  if (typeof change === 'string') return refused(change)
  await using stack = new AsyncDisposableStack()
  const { work, audit } = await openServices(tools, stack)
  const response = await changeRecording(work.db, Number(word), change, atTheTerminal())
  if (response.kind === 'unknown_channel') return refused(`there is no channel ${word}`)
  if (Object.keys(change).length > 0)
    await audit.record({
      event: 'channel_recording_changed',
      actor: 'operator',
      facts: { number: Number(word), what: Object.keys(change).join(' ') },
    })
  const { heights, reencode, hevc, watch, stillPictures } = response.recording
  const when = reencode === undefined ? 'default' : reencode ? 'always' : 'never'
  return done(
    `Channel ${word}:`,
    `  heights      ${heights?.join(', ') ?? 'default'}`,
    `  reencode     ${when}`,
    `  hevc         ${hevc ?? 'default'}`,
    `  watch        ${watch === false ? 'off' : 'on'}`,
    `  still        ${stillPictures === true ? 'on' : 'off'}`,
    `  low-latency  ${response.lowLatency ? 'on' : 'off'}`,
  )
}

/** The requested change, or the error in it. */
function changeOf(input: CommandInput): RecordingChange | string {
  const change: { -readonly [Key in keyof RecordingChange]: RecordingChange[Key] } = {}
  const heights = input.text('heights')
  if (heights === 'default') change.heights = null
  else if (heights !== undefined) {
    const list = heights
      .split(',')
      .map((one) => ladderHeights.find((height) => String(height) === one.trim()))
    const valid = list.filter((one) => one !== undefined)
    if (valid.length !== list.length || new Set(valid).size !== valid.length || valid.length > 4)
      return `--heights takes up to 4 of ${ladderHeights.join(', ')}, each once`
    change.heights = valid
  }
  const taken = [
    choose(
      input,
      'reencode',
      { always: true, never: false, default: null },
      (value) => (change.reencode = value),
    ),
    choose(
      input,
      'hevc',
      { copy: 'copy', encode: 'encode', default: null } as const,
      (value) => (change.hevc = value),
    ),
    choose(input, 'watch', { on: null, off: false }, (value) => (change.watch = value)),
    choose(input, 'still', { on: true, off: null }, (value) => (change.stillPictures = value)),
    choose(input, 'low-latency', { on: true, off: false }, (value) => (change.lowLatency = value)),
  ]
  return taken.find((problem) => problem !== undefined) ?? change
}

function choose<Value>(
  input: CommandInput,
  name: string,
  values: Readonly<Record<string, Value>>,
  take: (value: Value) => void,
): string | undefined {
  const said = input.text(name)
  if (said === undefined) return undefined
  const match = Object.entries(values).find(([word]) => word === said)
  if (match === undefined) return `--${name} is ${Object.keys(values).join(' or ')}, not ${shown(said)}`
  take(match[1])
  return undefined
}
