import type { FailureText } from './failure-text.ts'

/** Failures of tables that come back from a spreadsheet. Numbers from 350. */
export const tableFailures = {
  table_not_found: {
    status: 404,
    number: 350,
    ru: 'Этой таблицы больше нет: её применили или отклонили. Загрузите файл снова',
    uz: 'Bu jadval endi yoʻq: u qoʻllangan yoki rad etilgan. Faylni qayta yuklang',
  },
  table_incomplete: {
    status: 200,
    number: 351,
    ru: 'Таблица загружена не полностью. Загрузите файл снова',
    uz: 'Jadval toʻliq yuklanmagan. Faylni qayta yuklang',
  },
  table_too_large: {
    status: 200,
    number: 352,
    ru: 'Файл слишком большой: можно до {limit}\u00a0МБ. Сохраните таблицу как XLSX или разделите её на части',
    uz: 'Fayl juda katta: {limit}\u00a0MB gacha mumkin. Jadvalni XLSX qilib saqlang yoki qismlarga boʻling',
  },
  table_nothing_taken: {
    status: 200,
    number: 353,
    ru: 'Ничего не выбрано. Отметьте хотя бы одну строку',
    uz: 'Hech narsa tanlanmagan. Kamida bitta qatorni belgilang',
  },
  table_outdated: {
    status: 200,
    number: 354,
    ru: 'С тех пор изменилось то, на что ссылается таблица: категория, жанр, поставщик или сама запись. Сравните её ещё раз',
    uz: 'Jadval tayangan narsa oʻzgardi: turkum, janr, yetkazib beruvchi yoki yozuvning oʻzi. Uni qayta solishtiring',
  },
} as const satisfies Record<string, FailureText>
