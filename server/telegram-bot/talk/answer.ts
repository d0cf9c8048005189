/** What the bot answers: a text, perhaps with buttons under it. */
import { type InlineKeyboard, Keyboard } from 'grammy'
import type { Language } from '#contract/form/failures.ts'
import { say } from './texts.ts'

export interface Answer {
  readonly text: string
  readonly keyboard?: InlineKeyboard
  /** `share`: a button that shares the phone. `none`: such a button goes. */
  readonly phoneButton?: 'share' | 'none'
  /** Of the button that shares the phone; absent: that of the person's app. */
  readonly language?: Language
}

/** `reply_markup` of a new message; `appLanguage` is that of the person's app. */
export function markupOf({ keyboard, phoneButton, language }: Answer, appLanguage: Language) {
  if (keyboard !== undefined) return keyboard
  if (phoneButton === 'none') return { remove_keyboard: true as const }
  return phoneButton === 'share'
    ? new Keyboard()
        .requestContact(say(language ?? appLanguage, 'sharePhone'))
        .resized()
        .oneTime()
    : undefined
}
