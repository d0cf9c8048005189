import type { FailureText } from './failure-text.ts'

/** Failures of API keys, of the API for other programs, and of webhooks. Numbers from 456. */
export const integrationFailures = {
  api_key_wrong: {
    status: 403,
    number: 456,
    ru: 'Ключ API не подходит: его нет, он отозван или истёк. Проверьте заголовок Authorization: Bearer ekran_…',
    uz: 'API kaliti mos emas: u yoʻq, bekor qilingan yoki muddati tugagan. Authorization: Bearer ekran_… sarlavhasini tekshiring',
  },
  api_key_scope: {
    status: 403,
    number: 457,
    ru: 'Этому ключу API нельзя этого: нужно право {scope}. Добавьте его в консоли, сделав новый ключ',
    uz: 'Bu API kalitiga bunga ruxsat yoʻq: {scope} huquqi kerak. Konsolda shu huquqli yangi kalit yarating',
  },
  api_key_network: {
    status: 403,
    number: 458,
    ru: 'С этого адреса ключ API не действует. Разрешённые сети заданы в консоли',
    uz: 'Bu manzildan API kaliti ishlamaydi. Ruxsat etilgan tarmoqlar konsolda belgilangan',
  },
  idempotency_key_needed: {
    status: 200,
    number: 459,
    ru: 'Нужен заголовок Idempotency-Key: свой для каждой операции и тот же при повторе',
    uz: 'Idempotency-Key sarlavhasi kerak: har bir amal uchun alohida, takrorlashda oʻsha',
  },
  integrations_full: {
    status: 200,
    number: 462,
    ru: 'Их уже {max}, больше нельзя. Уберите ненужные',
    uz: 'Ular allaqachon {max} ta, ortiq boʻlmaydi. Keraksizlarini olib tashlang',
  },
  network_wrong: {
    status: 200,
    number: 463,
    ru: '«{network}» не сеть. Пишите адрес или сеть с длиной: 203.0.113.7 или 203.0.113.0/24',
    uz: '«{network}» tarmoq emas. Manzil yoki uzunligi bilan tarmoq yozing: 203.0.113.7 yoki 203.0.113.0/24',
  },
  expiry_past: {
    status: 200,
    number: 464,
    ru: 'Этот срок уже прошёл. Выберите день в будущем',
    uz: 'Bu muddat oʻtib ketgan. Kelajakdagi kunni tanlang',
  },
  webhook_address: {
    status: 200,
    number: 465,
    ru: 'Адрес начинается с https://, без логина и пароля. Адреса внутри сети и http разрешают в разделе «Внешние службы»: «Внутренние адреса для событий»',
    uz: 'Manzil https:// bilan boshlanadi, login va parolsiz. Ichki manzillar va http «Tashqi xizmatlar» boʻlimida ruxsat etiladi: «Hodisalar uchun ichki manzillar»',
  },
} as const satisfies Record<string, FailureText>
