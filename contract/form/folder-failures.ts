import type { FailureText } from './failure-text.ts'

/** Failures of folders of films that are looked through. Numbers 378 and from 380. */
export const folderFailures = {
  folder_draft_gone: {
    status: 200,
    number: 378,
    ru: 'Этого просмотра больше нет: его применили или отклонили. Просмотрите папку снова',
    uz: 'Bu koʻrik endi yoʻq: u qoʻllangan yoki rad etilgan. Jildni qayta koʻrib chiqing',
  },
  folder_outside: {
    status: 200,
    number: 380,
    ru: 'Эта папка не в папке фильмов: её задаёт настройка EKRAN_FILMS_INBOX. Выберите папку внутри неё или перенесите файлы туда',
    uz: 'Bu jild filmlar jildida emas: uni EKRAN_FILMS_INBOX sozlamasi belgilaydi. Uning ichidagi jildni tanlang yoki fayllarni oʻsha yerga koʻchiring',
  },
  folder_unreadable: {
    status: 200,
    number: 381,
    ru: 'Папка не читается. Проверьте, что она есть и что сервер может её читать',
    uz: 'Jildni oʻqib boʻlmadi. U borligini va server uni oʻqiy olishini tekshiring',
  },
  folder_too_large: {
    status: 200,
    number: 382,
    ru: 'Папка слишком большая или диск слишком медленный: за один раз просматривается до {limit} файлов. Выберите папку внутри неё',
    uz: 'Jild juda katta yoki disk juda sekin: bir martada {limit} tagacha fayl koʻriladi. Uning ichidagi jildni tanlang',
  },
  folder_rules_full: {
    status: 200,
    number: 383,
    ru: 'Правил уже {limit}, больше нельзя. Удалите ненужные или дайте одно правило всей папке',
    uz: 'Qoidalar {limit} taga yetdi, koʻpi mumkin emas. Keraksizlarini oʻchiring yoki butun jildga bitta qoida bering',
  },
  folder_nothing_left: {
    status: 200,
    number: 384,
    ru: 'С тех пор изменилось всё выбранное: файлы, правила или сами фильмы. Ничего не принято. Просмотрите папку ещё раз',
    uz: 'Tanlanganlarning hammasi oʻzgardi: fayllar, qoidalar yoki filmlarning oʻzi. Hech narsa qabul qilinmadi. Jildni yana koʻrib chiqing',
  },
} as const satisfies Record<string, FailureText>
