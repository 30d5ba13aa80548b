import { Visibility } from '@oriel/contract';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { ChoiceField } from '../../../../ui/choice-field.tsx';
import stack from '../../../../ui/stack.module.css';
import { useCatalogueLists } from '../parts/catalogue-section.tsx';
import { NumberField } from '../parts/number-field.tsx';
import tours from '../tours.module.css';
import { VISIBILITY_WORDS } from '../words.ts';
import type { BulkAction } from './actions.ts';
import { ACTION_WORDS } from './words.ts';

interface Props {
  kind: BulkAction['kind'];
  onSubmit: (action: BulkAction) => void;
  onCancel: () => void;
}

/** What is chosen for all of them. */
export function BulkForm({ kind, onSubmit, onCancel }: Props) {
  const [action, setAction] = useState<BulkAction | undefined>(() => firstOf(kind));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (action) onSubmit(action);
  };
  return (
    <form className={stack.gap4} onSubmit={submit}>
      {kind === 'visibility' && <VisibilityChoice onChange={setAction} />}
      {kind === 'category' && <CategoryChoice onChange={setAction} />}
      {kind === 'price' && <PriceChoice onChange={setAction} />}
      {kind === 'tags' && <TagChoice onChange={setAction} />}
      <div className={stack.actions}>
        <Button type="submit" variant="primary" disabled={action === undefined}>
          {ACTION_WORDS[kind].submit}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}

/** What the form does where nothing is chosen in it. */
function firstOf(kind: BulkAction['kind']): BulkAction | undefined {
  switch (kind) {
    case 'publish':
    case 'submit':
    case 'withdraw':
      return { kind };
    case 'visibility':
      return { kind, visibility: 'public' };
    case 'price':
      return { kind, price: 0, isInPlans: false };
    default:
      return undefined;
  }
}

interface ChoiceProps {
  /** @param action undefined where something is still to be chosen */
  onChange: (action: BulkAction | undefined) => void;
}

function VisibilityChoice({ onChange }: ChoiceProps) {
  return (
    <ChoiceField
      label="Who sees them"
      options={Visibility.options.map((value) => ({ value, label: VISIBILITY_WORDS[value] }))}
      onChange={({ currentTarget }) =>
        onChange({ kind: 'visibility', visibility: Visibility.parse(currentTarget.value) })
      }
    />
  );
}

function CategoryChoice({ onChange }: ChoiceProps) {
  const { categories = [] } = useCatalogueLists(null);
  return (
    <ChoiceField
      label="Category"
      options={[
        { value: '', label: 'Please choose' },
        ...categories.map(({ categoryid, categoryname }) => ({
          value: String(categoryid),
          label: categoryname,
        })),
      ]}
      onChange={({ currentTarget: { value } }) =>
        onChange(value === '' ? undefined : { kind: 'category', category: Number(value) })
      }
    />
  );
}

function PriceChoice({ onChange }: ChoiceProps) {
  const [costs, setCosts] = useState(false);
  const [price, setPrice] = useState<number>();
  const [isInPlans, setInPlans] = useState(false);
  const tell = (next: { costs: boolean; price: number | undefined; isInPlans: boolean }) => {
    setCosts(next.costs);
    setPrice(next.price);
    setInPlans(next.isInPlans);
    if (!next.costs) onChange({ kind: 'price', price: 0, isInPlans: false });
    else
      onChange(
        next.price === undefined
          ? undefined
          : { kind: 'price', price: next.price, isInPlans: next.isInPlans },
      );
  };
  const now = { costs, price, isInPlans };
  return (
    <>
      <fieldset className={tours.group}>
        <legend className="visually-hidden">Price</legend>
        <div className={tours.segments}>
          {[false, true].map((value) => (
            <label key={String(value)} className={tours.segment}>
              <input
                type="radio"
                name="bulk-price"
                checked={costs === value}
                onChange={() => tell({ ...now, costs: value })}
              />
              {value ? 'Cost tokens' : 'Free'}
            </label>
          ))}
        </div>
      </fieldset>
      {costs && (
        <>
          <NumberField
            label="Tokens"
            value={price}
            min={1}
            max={1_000_000}
            isWhole
            onChange={(value) => tell({ ...now, price: value })}
          />
          <label className={tours.check}>
            <input
              type="checkbox"
              checked={isInPlans}
              onChange={({ currentTarget }) => tell({ ...now, isInPlans: currentTarget.checked })}
            />
            Members with a plan open them without tokens
          </label>
        </>
      )}
    </>
  );
}

function TagChoice({ onChange }: ChoiceProps) {
  const { tags = [] } = useCatalogueLists(null);
  const [isAdding, setAdding] = useState(true);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const tell = (adds: boolean, ids: readonly number[]) => {
    setAdding(adds);
    setChosen(ids);
    const [add, remove] = adds ? [ids, []] : [[], ids];
    onChange(ids.length === 0 ? undefined : { kind: 'tags', add, remove });
  };
  return (
    <>
      <fieldset className={tours.group}>
        <legend className="visually-hidden">What to do</legend>
        <div className={tours.segments}>
          {[true, false].map((adds) => (
            <label key={String(adds)} className={tours.segment}>
              <input
                type="radio"
                name="bulk-tags"
                checked={isAdding === adds}
                onChange={() => tell(adds, chosen)}
              />
              {adds ? 'Add' : 'Take off'}
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset className={tours.group}>
        <legend>Tags</legend>
        <div className={tours.pills}>
          {tags.map(({ id, name }) => (
            <label key={id} className={tours.pill}>
              <input
                type="checkbox"
                checked={chosen.includes(id)}
                onChange={({ currentTarget }) =>
                  tell(
                    isAdding,
                    currentTarget.checked ? [...chosen, id] : chosen.filter((other) => other !== id),
                  )
                }
              />
              {name}
            </label>
          ))}
        </div>
      </fieldset>
    </>
  );
}
