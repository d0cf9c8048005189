/** The envelope of `partner/…` and `merchant/…`: always HTTP 200, and a result with a code. */

export interface Said {
  readonly result: { readonly code: string; readonly description: string }
  readonly [field: string]: unknown
}

const descriptions: Readonly<Record<string, string>> = {
  '001': 'Внутренняя ошибка',
  '004': 'Карта не найдена',
  '009': 'Неверные параметры',
  '044': 'Ошибка процессинга',
  '067': 'Неверная карта',
  '080': 'К карте не подключено SMS-информирование',
  '092': 'Транзакция закрыта',
  '098': 'Неверный код подтверждения',
  '112': 'Недостаточно средств на карте',
  '133': 'Карта уже привязана',
}

export function ok(fields: Readonly<Record<string, unknown>> = {}): Said {
  return { result: { code: 'OK', description: 'Нет ошибок' }, ...fields }
}

export function no(code: string, fields: Readonly<Record<string, unknown>> = {}): Said {
  return { result: { code: `STPIMS-ERR-${code}`, description: descriptions[code] ?? 'Ошибка' }, ...fields }
}
