import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useLocation } from 'wouter'
import { consolePromotions } from '#contract/console/promotions.ts'
import { dayOf } from '#console/i18n/format.ts'
import { CallError } from '#console/session/call-error.ts'
import { inputProblems } from '#console/session/input-problems.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { keyOf } from '#console/session/queries.ts'
import { useText } from '#console/session/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog, DialogButtons } from '#console/ui/dialog.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { FileDrop } from '#console/ui/file-drop.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { type BatchDraft, emptyBatch, generate, generateInput, termsOfDraft, upload } from './batch-draft.ts'
import { batchName, type NamedTariff } from './batch-words.ts'
import { usePromotionsText } from './promotions-text.ts'
import styles from './promotions.module.css'

interface DialogProps {
  readonly tariffs: readonly NamedTariff[]
  readonly onClose: () => void
}

const monthSec = 30 * 86_400
/** A hundred thousand of the longest codes are half of it. */
const maxFileBytes = 10_000_000

/** A new batch: what a code gives, the limits, and codes that are generated or come from a partner. */
export function BatchDialog({ tariffs, onClose }: DialogProps) {
  const t = usePromotionsText()
  const common = useText()
  const nowSec = useNowSec()
  const [draft, setDraft] = useState<BatchDraft>(() => ({
    ...{ ...emptyBatch, from: dayOf(nowSec), to: dayOf(nowSec + monthSec) },
  }))
  const [file, setFile] = useState<File>()
  const [isFile, setIsFile] = useState(false)
  const making = useMaking(draft, isFile ? file : undefined)
  const set = (more: Partial<BatchDraft>) => setDraft((before) => ({ ...before, ...more }))
  const fields = { draft, problems: making.problems, set }
  return (
    <Dialog title={t('new')} isOpen isWide onClose={onClose}>
      <form
        className={styles['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void making.make(isFile)
        }}
      >
        <FormBody problem={making.problem}>
          <Terms {...fields} tariffs={tariffs} />
          <Picker
            label={t('source')}
            value={isFile ? 'file' : 'generate'}
            onChange={(source) => setIsFile(source === 'file')}
            choices={[
              { value: 'generate', label: t('source.generate') },
              { value: 'file', label: t('source.file') },
            ]}
          />
          {isFile ? (
            <CodesFile file={file} onFile={setFile} />
          ) : (
            <div className={styles['pairs']}>
              <Field {...fields} name="count" />
              <Field {...fields} name="prefix" isText />
            </div>
          )}
        </FormBody>
        <DialogButtons>
          <Button onPress={onClose}>{common('common.cancel')}</Button>
          <Button
            type="submit"
            look="primary"
            isPending={making.isBusy}
            isDisabled={isFile && file === undefined}
          >
            {t('make')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

interface CodesFileProps {
  readonly file: File | undefined
  readonly onFile: (file: File | undefined) => void
}

/** A partner's file; one that is too large is refused here. */
function CodesFile({ file, onFile }: CodesFileProps) {
  const t = usePromotionsText()
  const [isTooLarge, setIsTooLarge] = useState(false)
  return (
    <div>
      <FileDrop
        label={file === undefined ? t('file') : file.name}
        hint={t('fileHint')}
        accept=".csv,.txt,text/csv"
        onFiles={([one]) => {
          const isLarge = one !== undefined && one.size > maxFileBytes
          setIsTooLarge(isLarge)
          onFile(isLarge ? undefined : one)
        }}
      />
      {isTooLarge ? (
        <p role="alert" className={styles['problem']}>
          {t('tooLarge', { limit: maxFileBytes / 1_000_000 })}
        </p>
      ) : null}
    </div>
  )
}

interface Fields {
  readonly draft: BatchDraft
  readonly problems: Readonly<Record<string, string>>
  readonly set: (more: Partial<BatchDraft>) => void
}

function Field({
  name,
  draft,
  problems,
  set,
  isText = false,
  type,
}: Fields & { readonly name: keyof BatchDraft; readonly isText?: boolean; readonly type?: 'date' }) {
  const t = usePromotionsText()
  const id = useId()
  return (
    <TextField
      field={{
        ...{ id, name, value: draft[name], problem: problems[name] },
        onChange: (value) => set({ [name]: value }),
      }}
      label={t(`field.${name}`)}
      autoComplete="off"
      {...(isText ? {} : { inputMode: 'numeric' as const })}
      {...(type === undefined ? {} : { type })}
    />
  )
}

function Terms({ tariffs, ...fields }: Fields & { readonly tariffs: readonly NamedTariff[] }) {
  const t = usePromotionsText()
  const language = useLanguage()
  const { draft, set } = fields
  return (
    <div className={styles['pairs']}>
      <Field {...fields} name="name_ru" isText />
      <Field {...fields} name="name_uz" isText />
      <Field {...fields} name="partner" isText />
      <Field {...fields} name="gift" />
      <Picker
        label={t('field.tariff_id')}
        value={draft.tariff_id}
        onChange={(value) => set({ tariff_id: value })}
        choices={[
          { value: '0', label: t('noTariff') },
          ...tariffs.map((one) => ({ value: String(one.tariff_id), label: batchName(language, one) })),
        ]}
      />
      {draft.tariff_id === '0' ? null : (
        <>
          <Field {...fields} name="days" />
          <Field {...fields} name="price" />
        </>
      )}
      <Field {...fields} name="from" type="date" isText />
      <Field {...fields} name="to" type="date" isText />
      <Field {...fields} name="budget" />
      <Field {...fields} name="max_uses" />
      <Field {...fields} name="per_account" />
    </div>
  )
}

/** Sends the batch; what is wrong is shown at its field, or in a sentence. */
function useMaking(draft: BatchDraft, file: File | undefined) {
  const [, go] = useLocation()
  const client = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const make = async (isFile: boolean) => {
    const wrong = isFile
      ? inputProblems(consolePromotions.begin, termsOfDraft(draft))
      : inputProblems(consolePromotions.generate, generateInput(draft))
    setProblem(undefined)
    setProblems(Object.fromEntries(wrong.map((one) => [one.field, one.message])))
    if (wrong.length > 0 || (isFile && file === undefined)) return
    setIsBusy(true)
    try {
      const id = isFile && file !== undefined ? await upload(draft, await file.text()) : await generate(draft)
      await client.invalidateQueries({ queryKey: keyOf(consolePromotions.list) })
      go(`/promotions/${id}`)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      const fields = error instanceof CallError ? error.fields : []
      setProblems(Object.fromEntries(fields.map((one) => [one.field, one.message])))
      setProblem(error.message)
      setIsBusy(false)
    }
  }
  return { make, isBusy, problem, problems }
}
