import { AppError } from '../../http/problem.ts';

export function experienceNotFound(): AppError {
  return new AppError(404, 'experience_not_found', 'VR experience not found');
}
