import type { Section } from '#contract/form/permissions.ts'
import { useMay } from '#console/session/session.ts'
import { LinkButton } from '#console/ui/link-button.tsx'
import type { TableSubject } from './download-table.ts'
import { ExportMenu } from './export-menu.tsx'
import { useTablesText } from './tables-text.ts'

interface TableActsProps {
  readonly subject: TableSubject
  readonly section: Section
  /** Where the table comes back. */
  readonly path: string
}

/** The things of a page as a table: out, and for those who may edit, back. */
export function TableActs({ subject, section, path }: TableActsProps) {
  const t = useTablesText()
  const mayEdit = useMay()(section, 'edit')
  return (
    <>
      <ExportMenu subject={subject} />
      {mayEdit ? <LinkButton href={path}>{t('import')}</LinkButton> : null}
    </>
  )
}
