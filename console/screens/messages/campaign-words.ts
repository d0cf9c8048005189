/** Campaigns in words. Pure. */
import type { CampaignState } from '#contract/console/campaigns.ts'
import type { MessageMedium } from '#contract/console/message-texts.ts'
import type { MessagesText } from './messages-text.ts'

/** The orders of media that can be chosen. */
export const mediaChoices = ['app', 'push,app', 'push,sms', 'push,sms,app', 'sms', 'sms,app'] as const
type MediaChoice = (typeof mediaChoices)[number]

export function mediaOf(choice: string): MessageMedium[] {
  return choice.split(',').filter((one) => one === 'push' || one === 'app' || one === 'sms')
}

export function mediaWords(media: readonly MessageMedium[], t: MessagesText): string {
  const choice = mediaChoices.find((one: MediaChoice) => one === media.join(','))
  return choice === undefined ? media.map((one) => t(`medium.${one}`)).join(', ') : t(`media.${choice}`)
}

export function stateTone(state: CampaignState): 'plain' | 'good' | 'warn' | 'own' {
  if (state === 'done') return 'good'
  if (state === 'stopped') return 'warn'
  return state === 'draft' ? 'plain' : 'own'
}

const reasons = [
  ...(['gone', 'blocked', 'opted_out', 'capped', 'no_value', 'no_medium', 'too_long'] as const),
  ...(['interrupted', 'timeout'] as const),
]

/** Why some got no message; a gateway's own code as it is. */
export function reasonWords(reason: string, t: MessagesText): string {
  const own = reasons.find((one) => one === reason)
  return own === undefined ? t('reason.other', { code: reason }) : t(`reason.${own}`)
}
