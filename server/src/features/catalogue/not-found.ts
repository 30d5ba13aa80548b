import { AppError } from '../../errors.ts';

export function experienceNotFound(): AppError {
  return new AppError(404, 'experience_not_found', 'VR experience not found');
}
