/** Chooses a font from a file, shows a text in it, and removes it. */
import { useEffect, useId, useState } from 'react'
import { consoleService, maxFontBytes } from '#contract/console/service.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { base64Of } from '#console/session/base64.ts'
import { isCancelled } from '#console/session/call-error.ts'
import { call } from '#console/session/call.ts'
import { Button } from '#console/ui/button.tsx'
import { useSetupText } from './setup-text.ts'
import styles from './setup.module.css'

export type FontFile = NonNullable<ResponseOf<typeof consoleService.show>['font_file']>

interface FontFieldProps {
  readonly label: string
  readonly hint: string
  readonly isBold?: boolean
  readonly font: FontFile | null
  /** The version and what it is; '' and null: removed. */
  readonly onChange: (version: string, font: FontFile | null) => void
}

/** Texts in both languages, with the letters that fonts often lack. */
const sample =
  'Смотрите сегодня вечером · Bugun oqshom koʻring, gʻalaba · Ўзбекистон, қўшиқ, ҳаёт, ғазал · 0123456789'

export function FontField({ label, hint, isBold = false, font, onChange }: FontFieldProps) {
  const t = useSetupText()
  const id = useId()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const family = useFontOf(font)
  const take = async (file: File | undefined) => {
    if (file === undefined) return
    if (file.size > maxFontBytes || file.size === 0) return setProblem(t('fontSize'))
    setProblem(undefined)
    setIsBusy(true)
    try {
      const bytes = base64Of(new Uint8Array(await file.arrayBuffer()))
      const { font: version, ...stored } = await call(consoleService.font, { bytes })
      onChange(version, stored)
    } catch (error) {
      if (error instanceof Error && !isCancelled(error)) setProblem(error.message)
    }
    setIsBusy(false)
  }
  return (
    <div className={styles['font']} role="group" aria-labelledby={`${id}label`}>
      <strong id={`${id}label`}>{label}</strong>
      {font === null ? null : (
        <p style={{ fontFamily: family, fontWeight: isBold ? 700 : 400 }} className={styles['sample']}>
          {sample}
        </p>
      )}
      <input
        id={id}
        type="file"
        className="spoken"
        accept=".woff2,font/woff2"
        aria-describedby={`${id}hint`}
        disabled={isBusy}
        onChange={({ target }) => {
          void take(target.files?.[0])
          target.value = ''
        }}
      />
      <div className={styles['fontActs']}>
        <label htmlFor={id}>{t(font === null ? 'fontChoose' : 'fontReplace')}</label>
        {font === null ? null : (
          <>
            <span>{nameOf(font, t)}</span>
            <Button look="quiet" onPress={() => onChange('', null)}>
              {t('fontRemove')}
            </Button>
          </>
        )}
      </div>
      <small id={`${id}hint`}>{hint}</small>
      <div role="status">{isBusy ? t('fontBusy') : null}</div>
      <div role="alert">{problem === undefined ? null : <p className={styles['problem']}>{problem}</p>}</div>
    </div>
  )
}

function nameOf(
  { family, weight_from: from, weight_to: to }: FontFile,
  t: ReturnType<typeof useSetupText>,
): string {
  const weights = from === to ? String(from) : `${from}–${to}`
  return `${family || t('fontNameless')}, ${t('fontWeights', { weights })}`
}

/** Loads a font for this page; returns the family by which styles name it. */
function useFontOf(font: FontFile | null): string {
  const address = font?.address ?? ''
  const family = `brand-${address.replaceAll(/\W/g, '')}`
  const [from, to] = [font?.weight_from, font?.weight_to]
  useEffect(() => {
    if (address === '' || typeof FontFace === 'undefined') return undefined
    const face = new FontFace(family, `url('${address}')`, {
      weight: from === to ? '1 1000' : `${from} ${to}`,
    })
    document.fonts.add(face)
    // A preview that does not come leaves the text in the console's own font.
    face.load().catch(() => undefined)
    return () => void document.fonts.delete(face)
  }, [address, family, from, to])
  return `${family}, var(--font)`
}
