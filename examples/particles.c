// One time step of particles, an array of structs. Look at: the struct is used in the kernel as it is declared here;
// velocity and position are arrays inside of it.
typedef struct Particle {
    float position[3], velocity[3];
    float mass;
    int alive;
} Particle;

void advance(Particle *particles, int n, float seconds)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (!particles[i].alive)
            continue;
        for (int axis = 0; axis < 3; axis++)
            particles[i].position[axis] += seconds * particles[i].velocity[axis];
    }
}
