/** The first start of an app, in Uzbek. */
import type { UzbekFor } from '#web/i18n/texts.ts'
import type { ru } from '#web/i18n/ru/service/first-start.ts'

export const uz = {
  title: 'Xizmatingiz manzili',
  text: 'Uni operator bildiradi: saytida, shartnomada yoki qoʻllab-quvvatlash telefonida. Bir marta kiritiladi.',
  label: 'Manzil',
  example: 'tv.example.uz',
  connect: 'Ulanish',
  connecting: 'Ulanmoqda…',
  invalid: 'Bu manzilga oʻxshamaydi. Saytni qanday ochsangiz, shunday kiriting: masalan, tv.example.uz',
  other: 'Bu manzilda boshqa sayt javob beryapti. Xato yozilmaganini tekshiring.',
  silent: 'Server javob bermayapti. Manzilni va internetga ulanishni tekshiring.',
  clock:
    'Bu qurilmada {date}, shuning uchun himoyalangan ulanish ochilmayapti. Qurilma sozlamalarida sana va vaqtni toʻgʻrilab, qaytadan urinib koʻring.',
  unsafe:
    'Sayt brauzerda ochilsa, qurilmadagi sana va vaqtni tekshiring: ular notoʻgʻri boʻlsa, himoyalangan ulanish boʻlmaydi.',
  change: 'Server manzilini oʻzgartirish',
} satisfies UzbekFor<typeof ru>
