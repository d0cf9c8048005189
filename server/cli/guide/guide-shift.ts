/** Shifting the programmes of a channel, and giving them back to the guide. */
import { type CliCommand, refused, shown, momentIn } from '#server/cli/command/command.ts'
import { atTheTerminal } from '#server/cli/command/changing.ts'
import { withChannel } from '#server/cli/channels/channels-edit.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { maxShiftMin, releaseProgrammes, shiftProgrammes } from '#server/television/television.ts'
import { settled, withProgramme } from './guide-programmes.ts'

export const guideProgrammesShift: CliCommand = {
  name: 'guide programmes shift',
  usage: '<number> <minutes> [--from <moment>] [--to <moment>]',
  summary: 'shift the programmes of a channel that start in a period',
  help: `Also those that are read later. Programmes start <minutes> later, or earlier with "--minutes=-10".

  --from     the first moment; now when absent. Like 2026-11-28T20:00, in Tashkent
  --to       the end of the period; from then on when absent
  --minutes  instead of the word, for a negative number

Examples
  npm run ekran -- guide programmes shift 12 10 --to 2026-11-29T00:00
  npm run ekran -- guide programmes shift 12 --minutes=-10`,
  options: { from: { type: 'string' }, to: { type: 'string' }, minutes: { type: 'string' } },
  min: 1,
  max: 2,
  run: async ({ words: [word = '', second], text }, tools) => {
    const minutesText = second ?? text('minutes') ?? ''
    const minutes = Number(minutesText)
    if (!/^[+-]?\d{1,3}$/.test(minutesText) || minutes === 0 || Math.abs(minutes) > maxShiftMin)
      return refused(`${shown(minutesText)} is not a number of minutes up to ${maxShiftMin}`)
    const [from, to] = [text('from'), text('to')]
    const fromMs = from === undefined ? systemClock.nowMs() : momentIn(from)
    const toMs = to === undefined ? null : momentIn(to)
    if (fromMs === undefined || toMs === undefined)
      return refused(`${shown((fromMs === undefined ? from : to) ?? '')} is no moment like 2026-11-28T20:00`)
    return withChannel(tools, word, async (services, { cid, number }) => {
      const shift = { cid, fromMs, toMs, minutes }
      const outcome = await shiftProgrammes(services.work.db, shift, atTheTerminal())
      return settled(
        services,
        outcome,
        'guide_shifted',
        `Channel ${number} is shifted by ${minutes} minutes.`,
      )
    })
  },
}

export const guideProgrammesRelease: CliCommand = {
  name: 'guide programmes release',
  usage: '<number> [<at>] [--shift <id>] [--all]',
  summary: 'give a programme, a shift or all of a channel back to the guide',
  help: `A released programme is as the guide has it; one that was added is deleted.

  <at>     a moment when the programme is on, like 2026-11-28T20:00 in Tashkent
  --shift  the number of a shift in "guide programmes"
  --all    everything that was edited by hand on this channel

Examples
  npm run ekran -- guide programmes release 12 2026-11-28T20:00
  npm run ekran -- guide programmes release 12 --all`,
  options: { shift: { type: 'string' }, all: { type: 'boolean' } },
  min: 1,
  max: 2,
  run: async (input, tools) => {
    const { words, text, flag } = input
    const shift = text('shift')
    const chosen = [words[1] !== undefined, shift !== undefined, flag('all')].filter(Boolean)
    if (chosen.length !== 1) return refused('say one of a moment, --shift, or --all')
    if (shift !== undefined && !/^[1-9]\d{0,8}$/.test(shift))
      return refused(`${shown(shift)} is not the number of a shift; see: guide programmes`)
    if (words[1] !== undefined)
      return withProgramme(tools, input, async (services, { cid }, { programme: { pid } }) => {
        const outcome = await releaseProgrammes(
          services.work.db,
          { cid, programme: { pid } },
          atTheTerminal(),
        )
        return settled(services, outcome, 'guide_released', 'The programme is as the guide has it.')
      })
    return withChannel(tools, words[0] ?? '', async (services, { cid, number }) => {
      const release = { cid, ...(shift === undefined ? {} : { shiftId: Number(shift) }) }
      const outcome = await releaseProgrammes(services.work.db, release, atTheTerminal())
      const what = shift === undefined ? 'Everything' : `Shift ${shift}`
      return settled(
        services,
        outcome,
        'guide_released',
        `${what} of channel ${number} is given back to the guide.`,
      )
    })
  },
}
