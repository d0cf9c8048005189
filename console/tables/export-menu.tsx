import { useState } from 'react'
import { Button } from '#console/ui/button.tsx'
import { Menu, type MenuEntry } from '#console/ui/menu.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { type TableRequest, type TableSubject, downloadTable } from './download-table.ts'
import { useTablesText } from './tables-text.ts'

interface ExportMenuProps {
  readonly subject: TableSubject
  /** What the filters of the screen leave, and how many that is; absent: nothing is filtered. */
  readonly filtered?: { readonly count: number; readonly request: Pick<TableRequest, 'ids' | 'filter'> }
}

const formats = ['xlsx', 'csv', 'csv-comma'] as const

/** A button that exports the things of a screen: all of them, or what its filters leave. */
export function ExportMenu({ subject, filtered }: ExportMenuProps) {
  const t = useTablesText()
  const [isBusy, setIsBusy] = useState(false)
  const download = async (request: TableRequest) => {
    setIsBusy(true)
    try {
      await downloadTable(subject, request)
      showToast(t('exported'))
    } catch (error) {
      if (error instanceof Error) showToast(error.message, { isProblem: true })
    }
    setIsBusy(false)
  }
  const some = formats.map((format): MenuEntry => ({
    id: `some ${format}`,
    label: t(`filtered.${format}`, { count: filtered?.count ?? 0 }),
    onAct: () => void download({ format, ...filtered?.request }),
  }))
  const all = formats.map((format): MenuEntry => ({
    id: format,
    label: t(`all.${format}`),
    onAct: () => void download({ format }),
  }))
  return (
    <Menu
      trigger={<Button isPending={isBusy}>{t('export')}</Button>}
      label={t('export')}
      entries={filtered === undefined ? all : [...some, ...all]}
    />
  )
}
