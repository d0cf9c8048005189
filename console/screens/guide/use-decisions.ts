/** Decisions about the guide of channels: sent, confirmed, and taken back from the message. */
import { useQueryClient } from '@tanstack/react-query'
import { consoleChannels } from '#contract/console/channels.ts'
import { consoleGuide } from '#contract/console/guide.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { isCancelled } from '#console/session/call-error.ts'
import { call } from '#console/session/call.ts'
import { keyOf } from '#console/session/queries.ts'
import { showToast } from '#console/ui/toast.tsx'
import { type GuideText, useGuideText } from './guide-text.ts'

export interface Pair {
  readonly cid: number
  readonly guide_id: string
  /** The source, where several have a channel of this id. */
  readonly source?: string
}

export interface Decisions {
  confirm(pairs: readonly Pair[]): Promise<boolean>
  reject(pairs: readonly Pair[]): Promise<boolean>
  forget(pairs: readonly Pair[]): Promise<boolean>
}

type Act = keyof Decisions
type Step = readonly [Act, readonly Pair[]]
type Channels = ResponseOf<typeof consoleGuide.matching>['channels']

const texts = { confirm: 'confirmed', reject: 'rejected', forget: 'forgotten' } as const
const changed = [consoleGuide.matching, consoleGuide.search, consoleGuide.sources, consoleChannels.list]

export function useDecisions(): Decisions {
  const t = useGuideText()
  const client = useQueryClient()
  const attempt = async (
    steps: readonly Step[],
    done: (more: readonly string[]) => void,
  ): Promise<boolean> => {
    try {
      const more: string[] = []
      for (const [act, pairs] of steps) if (pairs.length > 0) more.push(...(await decide(act, pairs, t)))
      done(more)
      return true
    } catch (error) {
      if (error instanceof Error && !isCancelled(error)) showToast(error.message, { isProblem: true })
      return false
    } finally {
      await Promise.all(changed.map((endpoint) => client.invalidateQueries({ queryKey: keyOf(endpoint) })))
    }
  }
  const send = (act: Act, pairs: readonly Pair[]): Promise<boolean> => {
    const before = client.getQueryData<{ channels: Channels }>(keyOf(consoleGuide.matching, {}))
    const steps = stepsBack(act, pairs, before?.channels ?? [])
    const undo = () => void attempt(steps, () => showToast(t('forgotten')))
    return attempt([[act, pairs]], (more) => showToast([t(texts[act]), ...more].join('. '), { onUndo: undo }))
  }
  return {
    confirm: (pairs) => send('confirm', pairs),
    reject: (pairs) => send('reject', pairs),
    forget: (pairs) => send('forget', pairs),
  }
}

/** Sends one kind of decision; returns what else must be said about it. */
async function decide(act: Act, pairs: readonly Pair[], t: GuideText): Promise<readonly string[]> {
  if (act !== 'confirm') {
    await call(consoleGuide[act], { pairs: pairs.map(({ cid, guide_id }) => ({ cid, guide_id })) })
    return []
  }
  const { refused, lost_by: lostBy } = await call(consoleGuide.confirm, { pairs: [...pairs] })
  return [
    ...(lostBy.length === 0 ? [] : [t('lostBy', { names: lostBy.join(', ') })]),
    ...(refused.length === 0 ? [] : [t('notConfirmed', { count: refused.length })]),
  ]
}

/**
 * What takes a decision back. Confirming a pair also rejects the one that fed the channel, and either may have been
 * confirmed by hand before.
 */
function stepsBack(act: Act, pairs: readonly Pair[], before: Channels): readonly Step[] {
  if (act === 'forget') return [['reject', pairs]]
  const matches = new Map(before.map(({ cid, match }) => [cid, match]))
  const earlier = pairs.flatMap(({ cid, guide_id: id }) => {
    const match = matches.get(cid)
    if (match === undefined || match === null) return []
    const isReplaced = act === 'confirm' && match.is_applied && match.guide_id !== id
    const isConfirmed = match.matched_by === 'alias' && (isReplaced || match.guide_id === id)
    return isReplaced || isConfirmed ? [{ cid, guide_id: match.guide_id, isConfirmed }] : []
  })
  return [
    ['forget', [...pairs, ...earlier]],
    ['confirm', earlier.filter(({ isConfirmed }) => isConfirmed)],
  ]
}
