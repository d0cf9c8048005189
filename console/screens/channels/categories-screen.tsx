import { useState } from 'react'
import { consoleChannels } from '#contract/console/channels.ts'
import { gatheringCategoryId } from '#contract/form/constants.ts'
import { useContentRefresh, useUndo } from '#console/changes/use-undo.ts'
import { useAct, useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { useText } from '#console/session/text.ts'
import { useForm } from '#console/session/use-form.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { Button, IconButton } from '#console/ui/button.tsx'
import { Dialog } from '#console/ui/dialog.tsx'
import { TextField } from '#console/ui/field.tsx'
import { Badge, Failed, Page, Skeleton } from '#console/ui/page.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { showToast } from '#console/ui/toast.tsx'
import type { Category } from './channel-filter.ts'
import { useChannelsText } from './channels-text.ts'
import { GroupRules } from './group-rules.tsx'
import styles from './channels.module.css'

type Opened = { readonly kind: 'edit' | 'remove'; readonly category: Category } | { readonly kind: 'new' }

/** `/channels/categories`: their order and names; own ones can be created and deleted. */
export function CategoriesScreen() {
  const t = useChannelsText()
  const mayEdit = useMay()('channels', 'edit')
  const { data, error, refetch } = useCall(consoleChannels.list, { deleted: 0 })
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  return (
    <Page
      title={t('categoriesTitle')}
      text={t('categoriesText')}
      above={<BackLink href="/channels" text={t('channelBack')} />}
      isNarrow
      acts={
        mayEdit ? (
          <Button look="primary" icon="add" onPress={() => setOpened({ kind: 'new' })}>
            {t('categoryNew')}
          </Button>
        ) : undefined
      }
    >
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={8} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          <CategoryList categories={data.categories} mayEdit={mayEdit} onOpen={setOpened} />
          <GroupRules categories={data.categories} mayEdit={mayEdit} />
        </>
      )}
      {opened?.kind === 'new' ? <CategoryDialog category={null} onClose={close} /> : null}
      {opened?.kind === 'edit' ? <CategoryDialog category={opened.category} onClose={close} /> : null}
      {opened?.kind === 'remove' ? (
        <RemoveDialog category={opened.category} categories={data?.categories ?? []} onClose={close} />
      ) : null}
    </Page>
  )
}

interface CategoryListProps {
  readonly categories: readonly Category[]
  readonly mayEdit: boolean
  readonly onOpen: (opened: Opened) => void
}

function CategoryList({ categories, mayEdit, onOpen }: CategoryListProps) {
  const t = useChannelsText()
  const act = useCategoryAct()
  const order = useAct(consoleChannels.orderCategories, act)
  const ids = categories.map(({ category_id: id }) => id)
  const move = (from: number, to: number) => {
    const id = ids[from]
    if (id !== undefined && !order.isPending)
      order.mutate({ category_ids: ids.toSpliced(from, 1).toSpliced(to, 0, id) })
  }
  return (
    <ol className={styles['plainList']}>
      {categories.map((category, place) => (
        <li key={category.category_id}>
          <span>
            <strong>{category.name_ru}</strong>
            <small>
              {category.name_uz} · {t('shown', { count: category.channel_count })}{' '}
              {category.is_own ? <Badge tone="own">{t('categoryOwn')}</Badge> : null}
              {category.is_service ? <Badge>{t('categoryService')}</Badge> : null}
            </small>
          </span>
          {mayEdit ? (
            <span className={styles['rowActs']}>
              <IconButton
                icon="up"
                label={t('categoryUp', { name: category.name_ru })}
                isDisabled={place === 0}
                onPress={() => move(place, place - 1)}
              />
              <IconButton
                icon="down"
                label={t('categoryDown', { name: category.name_ru })}
                isDisabled={place === categories.length - 1}
                onPress={() => move(place, place + 1)}
              />
              <IconButton
                icon="log"
                label={t('categoryRename', { name: category.name_ru })}
                onPress={() => onOpen({ kind: 'edit', category })}
              />
              {category.is_own ? (
                <IconButton
                  icon="close"
                  label={t('categoryRemove', { name: category.name_ru })}
                  onPress={() => onOpen({ kind: 'remove', category })}
                />
              ) : null}
            </span>
          ) : null}
        </li>
      ))}
    </ol>
  )
}

/** What follows an act on categories: the message with its undo, and fresh lists. */
function useCategoryAct(onSettled?: () => void) {
  const t = useChannelsText()
  const refresh = useContentRefresh()
  const undo = useUndo()
  return {
    onDone: ({ change_id: changeId }: { readonly change_id: number }) => {
      onSettled?.()
      if (changeId > 0) showToast(t('categorySaved'), { onUndo: () => void undo(changeId) })
      void refresh()
    },
    onFailed: (error: Error) => showToast(error.message, { isProblem: true }),
  }
}

interface DialogOf {
  readonly onClose: () => void
}

function CategoryDialog({ category, onClose }: DialogOf & { readonly category: Category | null }) {
  const t = useChannelsText()
  const common = useText()
  const { onDone } = useCategoryAct(onClose)
  const initial = { name_ru: category?.name_ru ?? '', name_uz: category?.name_uz ?? '' }
  const form = useForm<typeof consoleChannels.saveCategory, { name_ru: string; name_uz: string }>(
    consoleChannels.saveCategory,
    initial,
    {
      toInput: (values) => ({ category_id: category?.category_id ?? null, ...values }),
      failureFields: { category_named: 'name_ru' },
      onDone,
    },
  )
  const title = category === null ? t('categoryNew') : t('categoryRename', { name: category.name_ru })
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <form className={styles['form']} onSubmit={form.submit}>
        <TextField field={form.field('name_ru')} label={t('categoryNameRu')} isFocused />
        <TextField field={form.field('name_uz')} label={t('categoryNameUz')} />
        {form.problem === undefined ? null : <p role="alert">{form.problem}</p>}
        <div className={styles['formActs']}>
          <Button onPress={onClose}>{common('common.cancel')}</Button>
          <Button type="submit" look="primary" isPending={form.isBusy}>
            {common('common.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface RemoveProps extends DialogOf {
  readonly category: Category
  readonly categories: readonly Category[]
}

function RemoveDialog({ category, categories, onClose }: RemoveProps) {
  const t = useChannelsText()
  const common = useText()
  const targets = categories.filter(
    ({ category_id: id }) => id !== category.category_id && id !== gatheringCategoryId,
  )
  const [into, setInto] = useState(String(targets[0]?.category_id ?? ''))
  const remove = useAct(consoleChannels.removeCategory, useCategoryAct(onClose))
  return (
    <Dialog title={t('categoryRemoveTitle', { name: category.name_ru })} isOpen onClose={onClose}>
      <div className={styles['form']}>
        <Picker<string>
          label={t('categoryRemoveText')}
          value={into}
          choices={targets.map(({ category_id: id, name_ru: name }) => ({ value: String(id), label: name }))}
          onChange={setInto}
        />
        <div className={styles['formActs']}>
          <Button onPress={onClose}>{common('common.cancel')}</Button>
          <Button
            look="danger"
            isPending={remove.isPending}
            onPress={() =>
              remove.mutate({ category_id: category.category_id, into_category_id: Number(into) })
            }
          >
            {t('remove')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
