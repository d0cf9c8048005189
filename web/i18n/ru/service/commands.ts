export const ru = {
  label: 'Сообщение от оператора',
  hint: 'Закрыть: OK или «Назад»',
} as const
