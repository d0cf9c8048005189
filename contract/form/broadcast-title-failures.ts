import type { FailureText } from './failure-text.ts'

/** Failures of films and series in the archive. */
export const broadcastTitleFailures = {
  broadcast_title_not_found: {
    status: 404,
    number: 654,
    ru: 'Этого фильма в записи больше нет',
    uz: 'Bu film arxivda endi yoʻq',
  },
  broadcast_title_unmatched: {
    status: 200,
    number: 655,
    ru: 'Подходящего фильма в каталоге нет. Привяжите нужный вручную',
    uz: 'Katalogda mos film yoʻq. Keraklisini qoʻlda biriktiring',
  },
} as const satisfies Record<string, FailureText>
