import { useState } from 'react';
import { useMember } from '../tour-work.ts';
import styles from '../tours.module.css';
import { NumberField } from './number-field.tsx';

interface Typed {
  latitude?: number | undefined;
  longitude?: number | undefined;
}

const DEGREES = /^-?\d+(?:\.\d+)?$/;

/** "38.7223, -9.1393", as maps copy it. */
function pairIn(text: string): { latitude: number; longitude: number } | undefined {
  const parts = text.trim().split(/[,;\s]+/);
  if (parts.length !== 2 || !parts.every((part) => DEGREES.test(part))) return undefined;
  const [latitude = 0, longitude = 0] = parts.map(Number);
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
}

/** The place on the map. It is saved once both numbers are there. */
export function LocationFields() {
  const { id, value, disabled, error, set } = useMember('location', 'Location');
  const [half, setHalf] = useState<Typed>({});
  const shown: Typed = value ?? half;
  const change = (fields: Typed) => {
    const { latitude, longitude } = { ...shown, ...fields };
    setHalf({ latitude, longitude });
    set(latitude === undefined || longitude === undefined ? null : { latitude, longitude });
  };
  const isHalf = value === null && (half.latitude ?? half.longitude) !== undefined;
  return (
    <fieldset className={styles.group} disabled={disabled}>
      <legend>Location</legend>
      <div className={styles.pair}>
        <NumberField
          id={id}
          label="Latitude"
          value={shown.latitude}
          min={-90}
          max={90}
          error={error}
          hint={isHalf ? 'Both numbers are needed.' : 'You may paste both at once, as maps copy them.'}
          onChange={(latitude) => change({ latitude })}
          onText={(text) => {
            const pair = pairIn(text);
            if (pair) change(pair);
            return pair !== undefined;
          }}
        />
        <NumberField
          label="Longitude"
          value={shown.longitude}
          min={-180}
          max={180}
          onChange={(longitude) => change({ longitude })}
        />
      </div>
    </fieldset>
  );
}
