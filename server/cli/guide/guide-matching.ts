import {
  type CliCommand,
  type CommandInput,
  type CommandTools,
  type Outcome,
  amount,
  done,
  refused,
  shown,
} from '#server/cli/command/command.ts'
import { atTheTerminal, withServices } from '#server/cli/command/changing.ts'
import type { Services } from '#server/cli/command/services.ts'
import {
  type GuidePair,
  type MatchedChannel,
  confirmMatch,
  forgetDecision,
  listMatching,
  rejectMatch,
} from '#server/imports/imports.ts'

export const guideMatching: CliCommand = {
  name: 'guide matching',
  usage: '[--proposed] [--missing]',
  summary: 'which channel of a guide feeds which of ours, and what is proposed',
  help: `Each line is one of our channels: what feeds it, or the most likely channel of a guide with what speaks against it.

  --proposed  only channels with a proposal
  --missing   only channels without a guide and without a proposal

Example
  npm run ekran -- guide matching --proposed`,
  options: { proposed: { type: 'boolean' }, missing: { type: 'boolean' } },
  min: 0,
  max: 0,
  run: async ({ flag }, tools) =>
    withServices(tools, async ({ work }) => {
      const channels = await listMatching(work.db)
      const asked = channels.filter(({ match }) =>
        flag('proposed') ? match?.isApplied === false : flag('missing') ? match === null : true,
      )
      return done(...asked.map(lineOf), `${amount(asked.length, 'channel')}.`)
    }),
}

function lineOf({ number, nameRu, match }: MatchedChannel): string {
  const channel = `${number} ${shown(nameRu)}`
  if (match === null) return `${channel}: no guide has anything like it`
  const { guideId, guideName, source, isApplied, by, score, doubt } = match
  const their = `${shown(guideId)} (${shown(guideName)}) of ${source}`
  if (isApplied) return `${channel} = ${their}, by ${by}`
  if (by === 'alias') return `${channel} = ${their}, confirmed; with the next reading`
  return `${channel} ~ ${their}, ${Math.round(score * 100)} %${doubt === '' ? '' : `, doubt: ${doubt}`}`
}

export const guideConfirm: CliCommand = {
  name: 'guide confirm',
  usage: "<number> <the guide's id>",
  summary: 'a channel of a guide feeds ours from its next reading on',
  help: `Example
  npm run ekran -- guide confirm 12 TNT.ru`,
  min: 2,
  max: 2,
  run: async (input, tools) =>
    withPair(input, tools, async (pair, { work, audit }) => {
      const outcome = await confirmMatch(work.db, pair, atTheTerminal())
      if (outcome.kind === 'unknown')
        return refused(`no guide that was read has the id ${shown(pair.guideId)}`)
      if (outcome.kind === 'taken')
        return refused('it is confirmed for another channel of ours; reject it there first')
      const facts = { cid: pair.cid, guide_id: pair.guideId }
      await audit.record({ event: 'guide_match_confirmed', actor: 'operator', facts })
      return done('It feeds the channel from the next reading on: a running Ekran reads within a minute.')
    }),
}

export const guideReject: CliCommand = {
  name: 'guide reject',
  usage: "<number> <the guide's id>",
  summary: 'a channel of a guide never feeds ours again',
  help: `What it gave for the time to come is deleted; another source may take its place.

Example
  npm run ekran -- guide reject 12 TNT.us`,
  min: 2,
  max: 2,
  run: async (input, tools) =>
    withPair(input, tools, async (pair, { work, audit }) => {
      await rejectMatch(work.db, pair, atTheTerminal())
      const facts = { cid: pair.cid, guide_id: pair.guideId }
      await audit.record({ event: 'guide_match_rejected', actor: 'operator', facts })
      return done('It does not feed the channel again.')
    }),
}

export const guideForget: CliCommand = {
  name: 'guide forget',
  usage: "<number> <the guide's id>",
  summary: 'forget that a match was confirmed or rejected',
  help: `Example
  npm run ekran -- guide forget 12 TNT.us`,
  min: 2,
  max: 2,
  run: async (input, tools) =>
    withPair(input, tools, async (pair, { work, audit }) => {
      if (!(await forgetDecision(work.db, pair, atTheTerminal())))
        return refused('it was neither confirmed nor rejected')
      const facts = { cid: pair.cid, guide_id: pair.guideId }
      await audit.record({ event: 'guide_match_forgotten', actor: 'operator', facts })
      return done('The rules decide again, at the next reading.')
    }),
}

async function withPair(
  { words: [word = '', guideId = ''] }: CommandInput,
  tools: CommandTools,
  act: (pair: GuidePair, services: Services) => Promise<Outcome>,
): Promise<Outcome> {
  return withServices(tools, async (services) => {
    const channel = (await listMatching(services.work.db)).find(({ number }) => String(number) === word)
    if (channel === undefined) return refused(`there is no channel with the number ${shown(word)}`)
    return act({ cid: channel.cid, guideId }, services)
  })
}
