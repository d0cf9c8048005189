/** Texts for the staff on the site, in the languages of the console; English is none of the site's. */
import type { supportBarLanguages } from '#contract/form/support-views.ts'

export type BarLanguage = (typeof supportBarLanguages)[number]

interface Words {
  /** `{service}`, `{name}`. */
  readonly seen: string
  readonly nothing: string
  /** `{time}`. */
  readonly left: string
  readonly end: string
  readonly over: string
  readonly used: string
  readonly noConnection: string
  readonly again: string
}

export const supportWords: Readonly<Record<BarLanguage, Words>> = {
  ru: {
    seen: 'Вы видите {service} глазами абонента: {name}',
    nothing: 'Изменить ничего нельзя',
    left: 'осталось {time}',
    end: 'Закончить',
    over: 'Просмотр окончен',
    used: 'Эта ссылка уже открыта или ей больше минуты',
    noConnection: 'Нет связи с сервером',
    again: 'Вкладку можно закрыть. Открыть просмотр снова можно с карточки абонента.',
  },
  uz: {
    seen: '{service} abonent koʻzi bilan: {name}',
    nothing: 'Oʻzgartirib boʻlmaydi',
    left: '{time} qoldi',
    end: 'Tugatish',
    over: 'Koʻrish tugadi',
    used: 'Bu havola allaqachon ochilgan yoki unga bir daqiqadan oshdi',
    noConnection: 'Server bilan aloqa yoʻq',
    again: 'Varaqni yopish mumkin. Koʻrishni abonent kartasidan qayta ochish mumkin.',
  },
  en: {
    seen: 'You see {service} as {name}',
    nothing: 'Nothing can be changed',
    left: '{time} left',
    end: 'End',
    over: 'The view has ended',
    used: 'This link was opened already or is older than a minute',
    noConnection: 'No connection to the server',
    again: 'You can close this tab. The view can be opened again from the card of the subscriber.',
  },
}

export function barLanguageOf(text: string | undefined): BarLanguage {
  return text === 'uz' || text === 'en' ? text : 'ru'
}
