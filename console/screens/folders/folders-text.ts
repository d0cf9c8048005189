import type { consoleFolders } from '#contract/console/folders.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { en } from '#console/i18n/en/folders.ts'
import { ru } from '#console/i18n/ru/folders.ts'
import { uz } from '#console/i18n/uz/folders.ts'
import { createTextHook } from '#console/session/text.ts'

export const useFoldersText = createTextHook(ru, uz, en)

export type FolderPart = ResponseOf<typeof consoleFolders.one>
export type FolderDraft = FolderPart['draft']
export type FolderItem = FolderPart['items'][number]
export type NamingRule = FolderPart['rules'][number]

/** Looking through 20,000 files takes two minutes. */
export const longMs = 4 * 60_000
