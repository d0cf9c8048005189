import type { UzbekFor } from '#web/i18n/texts.ts'
import type { ru } from '#web/i18n/ru/account/telegram.ts'

export const uz = {
  title: 'Telegram',
  why: 'Bot pul yechilishini eslatadi, balansni va hozir efirda nima borligini koʻrsatadi. Uzaytirishni botning oʻzida oʻchirish mumkin.',
  begin: 'Telegramni ulash',
  scan: 'Telefon kamerasini qarating yoki botni shu yerda oching. Botda «Boshlash»ni bosing. Havola 15\u00a0daqiqa va faqat bir marta ishlaydi.',
  qr: '@{bot} botini ulash kodi',
  open: 'Botni ochish',
  linked: 'Ulangan: {name}, bot @{bot}',
  linkedNameless: 'Ulangan, bot @{bot}',
  blocked:
    'Bot Telegramda bloklangan, xabarlar yetib bormaydi. Uni oching, blokdan chiqaring va /start ni bosing.',
  off: 'Bot hozir ishlamayapti. Xabarlar saytdagi «Bildirishnomalar»da bor.',
  notices: 'Bildirishnomalar Telegramga',
  codes: 'Kirish va yangi parol kodlari Telegramga',
  checkPhone:
    'Kodlarni olish va Telegram orqali kirish uchun botga raqamingizni yuboring: /start, «Raqamimni yuborish».',
  unlink: 'Telegramni uzish',
  askUnlink: 'Telegram uzilsinmi?',
  askUnlinkText: 'Bildirishnomalar va kodlar endi Telegramga kelmaydi. Telefon yoʻqolgan boʻlsa ham uzing.',
  cancel: 'Bekor qilish',
  failed: 'Boʻlmadi. Internetni tekshiring va yana urinib koʻring.',
  logIn: 'Telegram orqali',
  waiting: 'Telegram orqali kirilmoqda…',
} as const satisfies UzbekFor<typeof ru>
