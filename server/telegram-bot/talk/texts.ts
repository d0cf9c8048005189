/** What the bot says, in the subscriber's language. */
import type { Language } from '#contract/form/failures.ts'

const ru = {
  hello:
    'Здравствуйте. Это бот «{service}»: баланс, тарифы, напоминания перед списанием и что сейчас идёт.\n\nЧтобы подключить свой аккаунт, нажмите «Отправить мой номер» или откройте ссылку из личного кабинета.',
  sharePhone: 'Отправить мой номер',
  linked:
    'Готово: аккаунт {number} подключён.\n\n/balance — баланс\n/tariffs — тарифы и продление\n/now — что сейчас идёт\n/settings — что сюда присылать\n/unlink — отключить',
  codeOver:
    'Эта ссылка уже не работает: она действует 15\u00a0минут и только один раз. Возьмите новую в личном кабинете или нажмите «Отправить мой номер».',
  askReplace:
    'К этому Telegram подключён аккаунт {number}. Подключить {other} вместо {number}?\n\nУведомления и коды {number} больше не будут приходить сюда.',
  yesReplace: 'Да, подключить {other}',
  otherPhone: 'Это чужой контакт. Нажмите кнопку «Отправить мой номер»: она отправит ваш.',
  contactPassedOn:
    'Этот контакт переслан или пришёл через другого бота, он не подходит. Нажмите кнопку «Отправить мой номер»: она отправит ваш.',
  ownerTitle: 'К аккаунту подключён Telegram',
  ownerText:
    'К аккаунту подключён Telegram «{name}»: туда приходят уведомления, и с ним можно войти на сайт. Если это не вы, отключите его в кабинете и смените пароль.',
  noAccount:
    'С этим номером аккаунта нет. Зарегистрируйтесь на сайте или подключите аккаунт по ссылке из личного кабинета.',
  phoneChecked:
    'Номер подтверждён. Теперь сюда могут приходить коды входа, и с Telegram можно войти на сайт.',
  phoneIsOther:
    'Это не номер вашего аккаунта, поэтому кодов и входа через Telegram не будет. Номер аккаунта меняется в личном кабинете.',
  notLinked: 'Аккаунт не подключён. Нажмите /start.',
  balance: 'На балансе {money}.',
  missing: 'Не хватает {money}: пополните баланс, и тарифы включатся снова.',
  nextCharge: '{date} спишется {money} за «{tariff}».',
  noCharges: 'Ближайших списаний нет.',
  pay: 'Пополнить баланс',
  noTariffs: 'Тарифы не подключены. Выбрать их можно на сайте.',
  tariffOn: '«{tariff}» — до {date}, затем продлится за {money}',
  tariffChanges: '«{tariff}» — до {date}, затем вместо него «{next}» за {money}',
  tariffEnds: '«{tariff}» — до {date}, без продления',
  tariffSuspended: '«{tariff}» — приостановлен, пополните баланс',
  tariffPaused: '«{tariff}» — на паузе до {pauseDate}',
  endRenewal: 'Отключить: {tariff}',
  beginRenewal: 'Продлевать: {tariff}',
  askEnd:
    'Отключить продление «{tariff}»?\n\nСмотреть можно будет до {date}, потом тариф закончится. Деньги не спишутся.',
  askEndChange:
    'Отключить продление «{tariff}»?\n\nСмотреть можно будет до {date}, потом тариф закончится. Смена на «{next}» тоже отменится. Деньги не спишутся.',
  askEndSuspended:
    'Отключить «{tariff}»?\n\nОн приостановлен, потому что на балансе не хватает денег. После отключения он не включится и при пополнении, деньги за него не спишутся.',
  yesEnd: 'Да, отключить',
  noEnd: 'Нет, оставить',
  ended: 'Продление «{tariff}» отключено. Смотреть можно до {date}.',
  endedChange: 'Продление «{tariff}» отключено, смена на «{next}» отменена. Смотреть можно до {date}.',
  endedSuspended: '«{tariff}» отключён. Деньги за него не спишутся. Подключить снова можно на сайте.',
  takeBack: 'Вернуть продление',
  renewed: 'Продление «{tariff}» включено: {date} спишется {money}.',
  renewedChange: 'Продление включено: {date} вместо «{tariff}» начнётся «{next}», спишется {money}.',
  staysSuspended: '«{tariff}» приостановлен: пополните баланс, и он включится снова.',
  stays: 'Продление «{tariff}» осталось включённым.',
  tariffGone: 'Этот тариф уже не подключён.',
  nowTitle: 'Сейчас идёт ({page} из {pages}):',
  nowNothing: 'Сейчас нет каналов, которые вы можете смотреть. Тарифы — /tariffs.',
  noProgramme: 'программы нет',
  back: '◀',
  forward: '▶',
  watch: 'Смотреть',
  settings: 'Что присылать сюда:',
  noticesOn: '✅ Уведомления',
  noticesOff: '☐ Уведомления',
  codesOn: '✅ Коды входа и нового пароля',
  codesOff: '☐ Коды входа и нового пароля',
  codesNeedPhone: 'Сначала подтвердите номер: нажмите /start и «Отправить мой номер».',
  otherLanguage: 'Oʻzbekcha',
  askUnlink: 'Отключить этот Telegram от аккаунта? Уведомления и коды больше не будут приходить сюда.',
  yesUnlink: 'Да, отключить',
  unlinked: 'Telegram отключён от аккаунта. Подключить снова: /start',
  unlinkedElsewhere: 'Этот Telegram отключён от аккаунта.',
  linkedElsewhere:
    'К вашему аккаунту подключили другой Telegram, поэтому этот отключён. Если это не вы, смените пароль на сайте и позвоните в поддержку.',
  help: '/balance — баланс\n/tariffs — тарифы и продление\n/now — что сейчас идёт\n/settings — что сюда присылать\n/unlink — отключить\n\nПоиск: напишите @{bot} и название в любом чате; без названия — что сейчас идёт.',
  film: 'Фильм, {year}',
  serial: 'Сериал, {year}',
  channel: 'Телеканал',
  channelNow: 'Сейчас: {programme}, до {until}',
  airingNow: 'Идёт до {until} на канале «{channel}»',
  airingNext: '{date} в {time} на канале «{channel}»',
  airingPast: 'В записи: {date} в {time}, «{channel}»',
  'command.balance': 'Баланс',
  'command.tariffs': 'Тарифы и продление',
  'command.now': 'Что сейчас идёт',
  'command.settings': 'Что присылать сюда',
  'command.unlink': 'Отключить этот Telegram',
  'command.help': 'Что умеет бот',
} as const

export type BotText = keyof typeof ru

const uz: Readonly<Record<BotText, string>> = {
  hello:
    'Assalomu alaykum. Bu «{service}» boti: balans, tariflar, pul yechilishidan oldin eslatmalar va hozir efirda nima borligi.\n\nHisobingizni ulash uchun «Raqamimni yuborish»ni bosing yoki shaxsiy kabinetdagi havolani oching.',
  sharePhone: 'Raqamimni yuborish',
  linked:
    'Tayyor: {number} hisobi ulandi.\n\n/balance — balans\n/tariffs — tariflar va uzaytirish\n/now — hozir nima koʻrsatilmoqda\n/settings — bu yerga nima yuborilsin\n/unlink — uzish',
  codeOver:
    'Bu havola endi ishlamaydi: u 15\u00a0daqiqa va faqat bir marta amal qiladi. Shaxsiy kabinetdan yangisini oling yoki «Raqamimni yuborish»ni bosing.',
  askReplace:
    'Bu Telegramga {number} hisobi ulangan. {number} oʻrniga {other} ulansinmi?\n\n{number} bildirishnomalari va kodlari endi bu yerga kelmaydi.',
  yesReplace: 'Ha, {other} ulansin',
  otherPhone:
    'Bu boshqa odamning kontakti. «Raqamimni yuborish» tugmasini bosing: u sizning raqamingizni yuboradi.',
  contactPassedOn:
    'Bu kontakt boshqa joydan uzatilgan yoki boshqa bot orqali kelgan, u mos emas. «Raqamimni yuborish» tugmasini bosing: u sizning raqamingizni yuboradi.',
  ownerTitle: 'Hisobga Telegram ulandi',
  ownerText:
    'Hisobga «{name}» Telegrami ulandi: bildirishnomalar u yerga keladi va u bilan saytga kirsa boʻladi. Bu siz boʻlmasangiz, uni kabinetda uzing va parolni almashtiring.',
  noAccount:
    'Bu raqam bilan hisob yoʻq. Saytda roʻyxatdan oʻting yoki hisobni shaxsiy kabinetdagi havola orqali ulang.',
  phoneChecked:
    'Raqam tasdiqlandi. Endi kirish kodlari shu yerga kelishi mumkin va saytga Telegram orqali kirsa boʻladi.',
  phoneIsOther:
    'Bu hisobingizning raqami emas, shuning uchun kodlar va Telegram orqali kirish boʻlmaydi. Hisob raqami shaxsiy kabinetda oʻzgartiriladi.',
  notLinked: 'Hisob ulanmagan. /start ni bosing.',
  balance: 'Balansda {money}.',
  missing: '{money} yetishmaydi: balansni toʻldiring, tariflar yana yoqiladi.',
  nextCharge: '{date} kuni «{tariff}» uchun {money} yechiladi.',
  noCharges: 'Yaqin orada pul yechilmaydi.',
  pay: 'Balansni toʻldirish',
  noTariffs: 'Tariflar ulanmagan. Ularni saytda tanlash mumkin.',
  tariffOn: '«{tariff}» — {date}gacha, keyin {money}ga uzaytiriladi',
  tariffChanges: '«{tariff}» — {date}gacha, keyin oʻrniga «{next}», {money}',
  tariffEnds: '«{tariff}» — {date}gacha, uzaytirilmaydi',
  tariffSuspended: '«{tariff}» — toʻxtatilgan, balansni toʻldiring',
  tariffPaused: '«{tariff}» — {pauseDate}gacha pauzada',
  endRenewal: 'Oʻchirish: {tariff}',
  beginRenewal: 'Uzaytirish: {tariff}',
  askEnd:
    '«{tariff}» uzaytirilishi oʻchirilsinmi?\n\n{date}gacha koʻrish mumkin boʻladi, keyin tarif tugaydi. Pul yechilmaydi.',
  askEndChange:
    '«{tariff}» uzaytirilishi oʻchirilsinmi?\n\n{date}gacha koʻrish mumkin boʻladi, keyin tarif tugaydi. «{next}»ga almashtirish ham bekor boʻladi. Pul yechilmaydi.',
  askEndSuspended:
    '«{tariff}» oʻchirilsinmi?\n\nBalansda pul yetmagani uchun u toʻxtatilgan. Oʻchirilgach, balans toʻldirilsa ham yoqilmaydi, u uchun pul yechilmaydi.',
  yesEnd: 'Ha, oʻchirilsin',
  noEnd: 'Yoʻq, qolsin',
  ended: '«{tariff}» uzaytirilishi oʻchirildi. {date}gacha koʻrish mumkin.',
  endedChange:
    '«{tariff}» uzaytirilishi oʻchirildi, «{next}»ga almashtirish bekor qilindi. {date}gacha koʻrish mumkin.',
  endedSuspended: '«{tariff}» oʻchirildi. U uchun pul yechilmaydi. Uni saytda yana ulash mumkin.',
  takeBack: 'Uzaytirishni qaytarish',
  renewed: '«{tariff}» uzaytirilishi yoqildi: {date} kuni {money} yechiladi.',
  renewedChange:
    'Uzaytirish yoqilgan: {date} kuni «{tariff}» oʻrniga «{next}» boshlanadi, {money} yechiladi.',
  staysSuspended: '«{tariff}» toʻxtatilgan: balansni toʻldiring, u yana yoqiladi.',
  stays: '«{tariff}» uzaytirilishi yoqilganicha qoldi.',
  tariffGone: 'Bu tarif endi ulanmagan.',
  nowTitle: 'Hozir koʻrsatilmoqda ({page}/{pages}):',
  nowNothing: 'Hozir siz koʻra oladigan kanallar yoʻq. Tariflar — /tariffs.',
  noProgramme: 'dastur yoʻq',
  back: '◀',
  forward: '▶',
  watch: 'Koʻrish',
  settings: 'Bu yerga nima yuborilsin:',
  noticesOn: '✅ Bildirishnomalar',
  noticesOff: '☐ Bildirishnomalar',
  codesOn: '✅ Kirish va yangi parol kodlari',
  codesOff: '☐ Kirish va yangi parol kodlari',
  codesNeedPhone: 'Avval raqamni tasdiqlang: /start va «Raqamimni yuborish»ni bosing.',
  otherLanguage: 'Русский',
  askUnlink: 'Bu Telegram hisobdan uzilsinmi? Bildirishnomalar va kodlar endi bu yerga kelmaydi.',
  yesUnlink: 'Ha, uzilsin',
  unlinked: 'Telegram hisobdan uzildi. Yana ulash: /start',
  unlinkedElsewhere: 'Bu Telegram hisobdan uzildi.',
  linkedElsewhere:
    'Hisobingizga boshqa Telegram ulandi, shuning uchun bunisi uzildi. Bu siz boʻlmasangiz, saytda parolni almashtiring va qoʻllab-quvvatlash xizmatiga qoʻngʻiroq qiling.',
  help: '/balance — balans\n/tariffs — tariflar va uzaytirish\n/now — hozir nima koʻrsatilmoqda\n/settings — bu yerga nima yuborilsin\n/unlink — uzish\n\nQidiruv: istalgan chatda @{bot} va nomini yozing; nomsiz — hozir nima koʻrsatilmoqda.',
  film: 'Film, {year}',
  serial: 'Serial, {year}',
  channel: 'Telekanal',
  channelNow: 'Hozir: {programme}, {until} gacha',
  airingNow: 'Hozir «{channel}» kanalida, {until} gacha',
  airingNext: '{date} kuni soat {time} da, «{channel}» kanali',
  airingPast: 'Yozuvda: {date} kuni soat {time}, «{channel}»',
  'command.balance': 'Balans',
  'command.tariffs': 'Tariflar va uzaytirish',
  'command.now': 'Hozir nima koʻrsatilmoqda',
  'command.settings': 'Bu yerga nima yuborilsin',
  'command.unlink': 'Bu Telegramni uzish',
  'command.help': 'Bot nima qila oladi',
}

const texts: Readonly<Record<Language, Readonly<Record<BotText, string>>>> = { ru, uz }

/** A text with its values filled in. */
export function say(
  language: Language,
  text: BotText,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return texts[language][text].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? '…'))
}
