import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { consoleTariffs, type ShownEffect } from '#contract/console/tariffs.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { CallError } from '#console/session/call-error.ts'
import { call } from '#console/session/call.ts'
import { inputProblems } from '#console/session/input-problems.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { Button } from '#console/ui/button.tsx'
import { Dialog, DialogButtons } from '#console/ui/dialog.tsx'
import { FormBody } from '#console/ui/field.tsx'
import { Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { ChannelChoice, type Parts } from './channel-choice.tsx'
import { DatedPrices } from './dated-prices.tsx'
import { EffectSummary } from './effect-summary.tsx'
import { type TariffDraft, draftOf, emptyDraft, inputOf } from './tariff-draft.ts'
import { LookSection } from './look-section.tsx'
import { RulesSection } from './rules-section.tsx'
import { TariffFields } from './tariff-fields.tsx'
import { nameIn, useTariffsText } from './tariffs-text.ts'
import { TariffVersions } from './tariff-versions.tsx'
import styles from './tariffs.module.css'

type Loaded = ResponseOf<typeof consoleTariffs.one>

/** `/tariffs/<id>`, `/tariffs/new`, and `/tariffs/new?from=<id>` for a copy. */
export function TariffScreen({ id }: { readonly id: number | null }) {
  const t = useTariffsText()
  const language = useLanguage()
  const from = Number(new URLSearchParams(useSearch()).get('from') ?? 0)
  const source = id ?? from
  const one = useCall(consoleTariffs.one, { id: source || 1 }, { isEnabled: source > 0 })
  const parts = useCall(consoleTariffs.parts, {})
  const error = one.error ?? parts.error
  const above = <BackLink href="/tariffs" text={t('title')} />
  if (parts.data === undefined || (source > 0 && one.data === undefined))
    return (
      <Page title={t(id === null ? 'new' : 'title')} above={above}>
        {error === null ? (
          <Skeleton lines={10} />
        ) : (
          <Failed
            error={error}
            onRetry={() => {
              void one.refetch()
              void parts.refetch()
            }}
          />
        )}
      </Page>
    )
  const title = id === null || one.data === undefined ? t('new') : nameIn(language, one.data.tariff)
  return (
    <Page title={title} above={above}>
      <TariffEditor id={id} latest={one.data} parts={parts.data} />
      {id === null || one.data === undefined ? null : (
        <>
          <DatedPrices tariff={one.data.tariff} prices={one.data.prices} />
          <Section title={t('versions')} text={t('versionsText')}>
            <TariffVersions id={id} />
          </Section>
        </>
      )}
    </Page>
  )
}

interface EditorProps {
  readonly id: number | null
  readonly latest: Loaded | undefined
  readonly parts: Parts
}

/** A newer state is taken when nothing was typed, and when the person wants it. */
function TariffEditor({ id, latest, parts }: EditorProps) {
  const [edited, setEdited] = useState(latest)
  const [isTouched, setIsTouched] = useState(false)
  if (!isTouched && edited?.revision !== latest?.revision) setEdited(latest)
  const renew = () => {
    setIsTouched(false)
    setEdited(latest)
  }
  return (
    <TariffForm
      key={edited?.revision}
      id={id}
      loaded={edited}
      parts={parts}
      onTouch={() => setIsTouched(true)}
      onRenew={renew}
    />
  )
}

interface FormProps {
  readonly id: number | null
  readonly loaded: Loaded | undefined
  readonly parts: Parts
  readonly onTouch: () => void
  readonly onRenew: () => void
}

function TariffForm({ id, loaded, parts, onTouch, onRenew }: FormProps) {
  const t = useTariffsText()
  const mayEdit = useMay()('billing', 'edit')
  const copyName = id === null ? (name: string) => t('copyOf', { name }) : undefined
  const [draft, setDraft] = useState<TariffDraft>(() =>
    loaded === undefined ? emptyDraft : draftOf(loaded.tariff, copyName),
  )
  const change = (more: Partial<TariffDraft>) => {
    onTouch()
    setDraft((before) => ({ ...before, ...more }))
  }
  const saving = useSavingTariff({ id, revision: id === null ? '' : (loaded?.revision ?? ''), onRenew })
  return (
    <form
      className={styles['editor']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void saving.begin(draft)
      }}
    >
      <FormBody problem={saving.problem}>
        <TariffFields
          draft={draft}
          parts={parts}
          isUsed={id !== null && loaded?.is_used === true}
          mayEdit={mayEdit}
          problems={saving.problems}
          onChange={change}
        />
        <LookSection draft={draft} mayEdit={mayEdit} problems={saving.problems} onChange={change} />
        <RulesSection
          parts={parts}
          rules={draft.rules}
          onChange={mayEdit ? (rules) => change({ rules }) : undefined}
        />
        <ChannelChoice parts={parts} draft={draft} onChange={mayEdit ? change : undefined} />
      </FormBody>
      {mayEdit ? (
        <div className={styles['formActs']}>
          {saving.isConflict ? <Button onPress={onRenew}>{t('takeNewest')}</Button> : null}
          <Button type="submit" look="primary" isPending={saving.isBusy}>
            {t(id === null ? 'save' : 'look')}
          </Button>
        </div>
      ) : null}
      {saving.effect === undefined ? null : (
        <Dialog title={t('effect')} isOpen isWide onClose={saving.close}>
          <EffectSummary effect={saving.effect} />
          <DialogButtons>
            <Button look="primary" isPending={saving.isBusy} onPress={() => void saving.save(draft)}>
              {t('saveNow')}
            </Button>
          </DialogButtons>
        </Dialog>
      )}
    </form>
  )
}

interface SavingOptions {
  readonly id: number | null
  readonly revision: string
  readonly onRenew: () => void
}

/** Saves a draft: of a tariff that exists, whom it touches is shown first. */
function useSavingTariff({ id, revision, onRenew }: SavingOptions) {
  const t = useTariffsText()
  const [, go] = useLocation()
  const { confirm, refresh } = useSending('billing')
  const [effect, setEffect] = useState<ShownEffect>()
  const [isBusy, setIsBusy] = useState(false)
  const [isConflict, setIsConflict] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const attempt = async (work: () => Promise<void>) => {
    setIsBusy(true)
    setProblem(undefined)
    setProblems({})
    try {
      await work()
    } catch (error) {
      setEffect(undefined)
      if (!(error instanceof Error)) throw error
      const fields = error instanceof CallError ? error.fields : []
      setProblems(Object.fromEntries(fields.map((one) => [one.field, one.message])))
      setProblem(error.message)
      if (error instanceof CallError && error.failure === 'changed_since') {
        await refresh()
        setIsConflict(true)
      }
    } finally {
      setIsBusy(false)
    }
  }
  const save = (draft: TariffDraft) =>
    attempt(async () => {
      const done = await call(consoleTariffs.save, inputOf(draft, { id, revision }))
      setEffect(undefined)
      if (done.change_id > 0) confirm(done.change_id, t('saved'))
      await refresh()
      onRenew()
      if (id === null) go(`/tariffs/${done.id}`, { replace: true })
    })
  const begin = (draft: TariffDraft) => {
    const input = inputOf(draft, { id, revision })
    const wrong = inputProblems(consoleTariffs.save, input)
    if (wrong.length > 0) {
      setProblems(Object.fromEntries(wrong.map((one) => [one.field, one.message])))
      return Promise.resolve()
    }
    if (id === null) return save(draft)
    return attempt(async () => setEffect(await call(consoleTariffs.preview, input)))
  }
  return { begin, save, effect, isBusy, isConflict, problem, problems, close: () => setEffect(undefined) }
}
