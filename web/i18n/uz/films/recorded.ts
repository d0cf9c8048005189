import type { UzbekFor } from '#web/i18n/texts.ts'
import type { ru } from '#web/i18n/ru/films/recorded.ts'

export const uz = {
  watchRecorded: 'Arxivda koʻrish mumkin',
  daysLeft: { one: 'yana {count} kun', other: 'yana {count} kun' },
  hoursLeft: { one: 'yana {count} soat', other: 'yana {count} soat' },
  minutesLeft: 'bir soatdan kam',
  inArchive: 'Arxivda bor',
  inArchiveFor: 'Arxivda bor, {left}',
  broadcast: '{channel}, {moment}',
  episode: '{episode}-qism',
  season: '{season}-fasl, {episode}-qism',
  partly: 'Yozuv toʻliq emas',
  withTariff: 'Obuna bilan',
  series: 'Serial',
  watch: 'Yozuvni koʻrish',
  allBroadcasts: 'Arxivdagi namoyishlar',
  allEpisodes: 'Arxivdagi qismlar',
  gone: 'Bu yozuv endi yoʻq',
  goneText: 'Kanal koʻrsatuvlarni bir necha kun saqlaydi. Boshqa filmlarni bosh sahifadan toping.',
  toHome: 'Bosh sahifaga',
} as const satisfies UzbekFor<typeof ru>
