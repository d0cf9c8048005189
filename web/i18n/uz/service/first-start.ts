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
  insecure:
    'Server bor, lekin u bilan himoyalangan ulanish ochilmayapti. Hozir bu qurilmada {date}: sana yoki vaqt notoʻgʻri boʻlsa, ularni sozlamalarda toʻgʻrilang. Toʻgʻri boʻlsa, qurilma server sertifikatiga ishonmayapti: bu haqda operatorga xabar bering.',
  plain:
    'Server faqat himoyasiz javob beryapti: parolni shu tarmoqdagi har kim oʻqiy oladi. Operator aynan shunday manzil bergan boʻlsa, uni boshiga http:// qoʻyib kiriting.',
  insecureTitle: 'Server bilan himoyalangan ulanish ochilmayapti',
  insecureHint:
    'Bu qurilmada {date}. Sana yoki vaqt notoʻgʻri boʻlsa, ularni sozlamalarda toʻgʻrilang; toʻgʻri boʻlsa, operatorga xabar bering: qurilma server sertifikatiga ishonmayapti.',
  clockHint: 'Bu qurilmada {date}. Qurilma sozlamalarida sana va vaqtni toʻgʻrilang.',
  unstored:
    'Server ulandi, lekin qurilma uning manzilini saqlay olmayapti: ilova xotirasi toʻlgan yoki yopiq. Keyingi safar manzilni yana kiritish kerak boʻladi.',
  goOn: 'Davom etish',
  change: 'Server manzilini oʻzgartirish',
  server: 'Server: {address}',
} satisfies UzbekFor<typeof ru>
