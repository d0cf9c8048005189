import type { UzbekFor } from '#web/i18n/texts.ts'
import type { ru } from '#web/i18n/ru/service/step-pictures.ts'

export const uz = {
  network: 'Kabel ulangan televizor va Wi-Fi belgisi',
  'home-key': 'Pult: uycha tugmasi ajratilgan',
  address: 'Televizor ekrani: brauzer satriga manzil terilyapti',
  bookmark: 'Televizor ekrani: brauzer satridagi yulduzcha ajratilgan',
  'store-search': 'Televizor ekrani: ilovalar doʻkoni, qidiruvda {service} topildi',
  start: 'Televizor ekrani: bosh ekranda {service} belgisi ajratilgan',
  code: 'Televizor ekrani: sakkiz raqamli kod va QR-kod',
  scan: 'Telefon kamerasi televizor ekranidagi QR-kodga tutilgan',
  allow: 'Telefon: oʻsha kod va «Ruxsat berish» tugmasi',
  ready: 'Televizor ekrani: {service} bosh sahifasi',
  'phone-address': 'Telefon: brauzer satridagi manzil',
  'phone-login': 'Telefon: raqam va parol maydonlari',
  'phone-menu': 'Telefon: brauzer menyusi, «Bosh ekranga» ajratilgan',
  'phone-icon': 'Telefon: bosh ekrandagi {service} belgisi',
  'phone-store': 'Telefon: doʻkondagi {service} sahifasi va «Oʻrnatish» tugmasi',
  'remote-arrows': 'Pult: yoʻnalish tugmalari, OK va «Orqaga» ajratilgan',
  'tv-menu': 'Televizor ekrani: chapda menyu ochilgan',
  'remote-channels': 'Pult: raqamlar va kanal almashtirish tugmalari ajratilgan',
  install: 'Oʻrnatish',
  confirm: 'Ruxsat berish',
  pin: 'Ekranga',
  service: '{service}',
} satisfies UzbekFor<typeof ru>
