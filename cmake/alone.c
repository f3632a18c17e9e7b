// The program of the targets ROOM-alone (cmake/room.cmake), which only have to link.
int main(void)
{
    return 0;
}
