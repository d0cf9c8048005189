import type { UzbekFor } from '#web/i18n/texts.ts'
import type { ru } from '#web/i18n/ru/service/releases.ts'

export const uz = {
  forced: 'Ilovani yangilang',
  forcedText:
    '{service} ilovasining bu versiyasi endi qoʻllab-quvvatlanmaydi. Yangilash bir-ikki daqiqa oladi.',
  scan: 'Televizorda ilovalar doʻkonini oching, {service} ilovasini toping va «Yangilash»ni bosing. Batafsil — QR-kod orqali.',
  noStore: 'Shu qurilmada ilovalar doʻkonini oching, {service} ilovasini toping va «Yangilash»ni bosing.',
  qr: '{address} manzilli QR-kod',
  versions: 'Oʻrnatilgan versiya: {current}, kerakli versiya: {required} yoki undan yangi',
  update: 'Yangilash',
  again: 'Qayta tekshirish',
  checking: 'Tekshirilmoqda…',
  unreachable: 'Server javob bermayapti. Internetni tekshirib, yana urinib koʻring.',
  soft: '{service} ilovasining yangi versiyasi chiqdi',
  softVersion: '{service} ilovasining yangi versiyasi chiqdi: {version}',
  close: 'Bu versiya haqida eslatilmasin',
  how: 'Qanday yangilanadi',
  safeMode: 'Xavfsiz rejim: {service} bir necha marta xato bilan yopildi',
  normalMode: 'Oddiy rejim',
  line: 'Ilova haqida xabar',
} as const satisfies UzbekFor<typeof ru>
