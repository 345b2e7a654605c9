import type { Translation } from '@sjsf/form'
import { fromRecord } from '@sjsf/form/lib/resolver'
import { t } from '../i18n.svelte.ts'

/** The words of a form, in the language that is spoken when it is made. */
export function formTranslation(submit: string): Translation {
  return fromRecord({
    submit,
    'array-schema-missing-items': t('form.noItems'),
    yes: t('yes'),
    no: t('no'),
    'multi-schema-option-label-with-title': ({ title, index }: { title: string; index: number }) =>
      `${title} ${index + 1}`,
    'multi-schema-option-label': ({ index }: { index: number }) => t('form.option', { n: index + 1 }),
    'add-array-item': t('form.add'),
    'copy-array-item': t('copy'),
    'add-object-property': t('form.addProperty'),
    'move-array-item-down': t('form.down'),
    'move-array-item-up': t('form.up'),
    'remove-array-item': t('remove'),
    'remove-object-property': t('remove'),
    edit: t('form.edit'),
    clear: t('form.clear'),
    'validation-process-error': t('form.notChecked'),
    'component-not-found': ({ type }: { type: string }) => type,
    'key-input-title': ({ name }: { name: string }) => t('form.key', { name }),
    'additional-property': t('form.extra'),
    'unknown-field-error': t('form.unknown'),
    expand: t('form.expand'),
  })
}
