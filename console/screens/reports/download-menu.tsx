import { useState } from 'react'
import type { ReportName } from '#contract/console/report-measures.ts'
import { type ReportPart, reportRoot } from '#contract/console/reports.ts'
import { tableFormats } from '#contract/console/tables.ts'
import { saveFile } from '#console/tables/save-file.ts'
import { Button } from '#console/ui/button.tsx'
import { Menu } from '#console/ui/menu.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { useReportsText } from './reports-text.ts'

export interface PartRequest {
  readonly report: ReportName
  readonly part: ReportPart
  readonly from: string
  readonly to: string
}

/** A button that saves a part of a report as a file. `label`: what the part is called. */
export function DownloadMenu({ request, label }: { readonly request: PartRequest; readonly label: string }) {
  const { report, ...part } = request
  return (
    <FileMenu
      address={reportRoot + report}
      name={`${report}-${part.part}-${part.from}-${part.to}`}
      request={part}
      label={label}
    />
  )
}

interface FileMenuProps {
  readonly address: string
  /** Of the file, without its ending. */
  readonly name: string
  readonly request: Readonly<Record<string, string | number>>
  readonly label: string
}

/** A button that posts `request` with a format and saves the answer as a file. */
export function FileMenu({ address, name, request, label }: FileMenuProps) {
  const t = useReportsText()
  const [isBusy, setIsBusy] = useState(false)
  const download = async (format: (typeof tableFormats)[number]) => {
    setIsBusy(true)
    try {
      await saveFile(address, name, { ...request, format })
      showToast(t('downloaded'))
    } catch (error) {
      if (error instanceof Error) showToast(error.message, { isProblem: true })
    }
    setIsBusy(false)
  }
  return (
    <Menu
      trigger={
        <Button isPending={isBusy} aria-label={`${t('download')}: ${label}`}>
          {t('download')}
        </Button>
      }
      label={t('download')}
      entries={tableFormats.map((format) => ({
        id: format,
        label: t(`download.${format}`),
        onAct: () => void download(format),
      }))}
    />
  )
}
