import { en } from '#console/i18n/en/film-editor.ts'
import { ru } from '#console/i18n/ru/film-editor.ts'
import { uz } from '#console/i18n/uz/film-editor.ts'
import { createTextHook } from '#console/session/text.ts'

export const useFilmEditorText = createTextHook(ru, uz, en)
